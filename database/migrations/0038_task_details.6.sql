-- Cheap, since a valid check says the same.
alter table public.tasks
  alter column number set not null,
  add constraint tasks_number_in_project unique using index tasks_number_in_project;
alter table public.tasks drop constraint tasks_number_not_null;

drop function app.number_old_tasks(text, integer);

-- The row of the counter stays locked until the transaction ends: parallel calls get one number after the other.
-- A task that was deleted and is put back brings its number along.
create or replace function app.number_task() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    given integer;
  begin
    select last into given from app.task_numbers where project_id = new.project_id;
    if new.number between 1 and given then
      return new;
    end if;

    insert into app.task_numbers (project_id, last) values (new.project_id, 1)
    on conflict (project_id) do update set last = task_numbers.last + 1
    returning last into new.number;
    return new;
  end
  $$;

grant insert (number) on public.tasks to authenticated;
