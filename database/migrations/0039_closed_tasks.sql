-- A pushed commit that mentions a task's number, `#12`, closes the task. The push remembers what it closed, so that it can be undone.

-- [{"id": …, "number": 12, "name": …, "status": the status before}, …]
alter table public.push_records
  add column closed_tasks jsonb not null default '[]',
  add constraint push_records_closed_tasks_check check (jsonb_typeof(closed_tasks) = 'array') not valid;

-- With the caller's own rights: who may not move a task cannot reopen it. Tasks that were moved since stay where they are.
create function public.reopen_closed_tasks(input_push_id uuid)
  returns integer
  language sql volatile set search_path = ''
  as $$
    with closed as (
      select (task ->> 'id')::uuid as id, task ->> 'status' as status
        from public.push_records, jsonb_array_elements(closed_tasks) as task
       where push_records.id = input_push_id
    ), reopened as (
      update public.tasks set status = closed.status
        from closed
       where tasks.id = closed.id and tasks.status = 'done'
      returning tasks.id
    )
    select count(*)::integer from reopened
  $$;

revoke execute on function public.reopen_closed_tasks(uuid) from public;
grant execute on function public.reopen_closed_tasks(uuid) to authenticated;

-- replaces 526d02c9dc900a8fe43466bde030a48d7c36bf72291100af2fab95ed3b72e89f
