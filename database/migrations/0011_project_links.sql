-- A linked project and its project live and die together: linking makes the project, so that tasks and members work for it
-- at once, unlinking hides it, restoring the link brings it back, and deleting the project unlinks.

create function app.carry_link_to_project() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.deleted_at is null then
      insert into public.projects (owner_id, bolt_project_id, name, description)
      values (new.user_id, new.id, new.project_name, new.project_description)
      on conflict (bolt_project_id) do update set name = excluded.name, unlinked_at = null;
    else
      update public.projects set unlinked_at = new.deleted_at where bolt_project_id = new.id;
    end if;
    return null;
  end
  $$;

create trigger carry_new_link_to_project
  after insert on public.bolt_projects
  for each row execute function app.carry_link_to_project();

create trigger carry_changed_link_to_project
  after update of project_name, deleted_at on public.bolt_projects
  for each row
  when (old.project_name <> new.project_name or old.deleted_at is distinct from new.deleted_at)
  execute function app.carry_link_to_project();

create function app.unlink_deleted_project() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.bolt_projects set deleted_at = app.now()
     where id = old.bolt_project_id
       and deleted_at is null
       and exists (select from public.users where users.id = old.owner_id);
    return null;
  end
  $$;

create trigger unlink_deleted_project
  after delete on public.projects
  for each row execute function app.unlink_deleted_project();
