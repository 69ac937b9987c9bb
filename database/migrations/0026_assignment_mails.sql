-- Who is given a task by somebody else hears of it by mail. Writing mails is the server's work: that there is one to write
-- is noted here, in the transaction that gave the task away, and taken off again when the mail lies in the outbox.

create table app.untold_assignments (
  task_id     uuid primary key references public.tasks (id) on delete cascade,
  assignee_id uuid not null references public.users (id) on delete cascade,
  assigner_id uuid not null references public.users (id) on delete cascade,
  assigned_at timestamptz not null default app.now()
);

create index untold_assignments_of_assignee on app.untold_assignments (assignee_id);
create index untold_assignments_of_assigner on app.untold_assignments (assigner_id);

alter table app.untold_assignments enable row level security;

create function app.note_assignment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- What is taken back or passed on before it was told need not be told.
    delete from app.untold_assignments where task_id = new.id;

    -- Not for one's own, and not for what no person has done.
    if new.assignee_id <> auth.uid() then
      insert into app.untold_assignments (task_id, assignee_id, assigner_id)
      values (new.id, new.assignee_id, auth.uid());
      perform pg_notify('task_assigned', '');
    end if;
    return null;
  end
  $$;

create trigger note_first_assignment
  after insert on public.tasks
  for each row when (new.assignee_id is not null)
  execute function app.note_assignment();

create trigger note_assignment
  after update of assignee_id on public.tasks
  for each row when (old.assignee_id is distinct from new.assignee_id)
  execute function app.note_assignment();
