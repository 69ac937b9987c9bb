-- What boards and project pages ask of the database beyond the tables themselves.

-- Between two neighbours there is room for about twenty halvings before tasks come closer than this; then the column is
-- dealt out anew. Nobody changed those tasks, so nobody's version of them grows old by it.
drop trigger touch_updated_at on public.tasks;

create trigger touch_updated_at
  before update on public.tasks
  for each row when (pg_trigger_depth() = 0 or old.assignee_id is distinct from new.assignee_id)
  execute function app.touch_updated_at();

create function app.spread_tasks() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if exists (
      select from public.tasks
       where project_id = new.project_id
         and status = new.status
         and position between new.position - 0.001 and new.position + 0.001
         and id <> new.id
    ) then
      update public.tasks set position = spread.position
        from (
          select id, 1024 * row_number() over (order by position, id) as position
            from public.tasks
           where project_id = new.project_id and status = new.status
        ) as spread
       where tasks.id = spread.id;
    end if;
    return null;
  end
  $$;

create trigger spread_tasks
  after insert or update of position, status on public.tasks
  for each row when (pg_trigger_depth() = 0)
  execute function app.spread_tasks();

-- A project and its link have one name, whichever of them is renamed.
create function app.carry_name_to_link() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    update public.bolt_projects set project_name = new.name
     where id = new.bolt_project_id and project_name <> new.name;
    return null;
  end
  $$;

create trigger carry_name_to_link
  after update of name on public.projects
  for each row when (old.name <> new.name)
  execute function app.carry_name_to_link();

-- A repository belongs to the link. A project without one gets it here: the reference comes first and is checked when the
-- transaction ends, so that the new link finds its project instead of making another.
create function public.set_project_repository(input_project_id uuid, input_repo_owner text, input_repo_name text) returns void
  language plpgsql security definer set search_path = ''
  as $$
  declare
    link_id uuid;
  begin
    if app.project_role(input_project_id) is distinct from 'owner' then
      raise exception 'Only the owner of a project links its repository' using errcode = 'insufficient_privilege';
    end if;

    select bolt_project_id into link_id from public.projects where id = input_project_id;
    if link_id is null and input_repo_name is not null then
      link_id := gen_random_uuid();
      update public.projects set bolt_project_id = link_id where id = input_project_id;
      insert into public.bolt_projects (id, user_id, project_name, project_description)
      select link_id, owner_id, name, description from public.projects where id = input_project_id;
    end if;

    -- What is known of the former repository says nothing about the next.
    update public.bolt_projects
       set github_repo_owner = input_repo_owner, github_repo_name = input_repo_name, github_repo_url = null, github_branch = null
     where id = link_id
       and (github_repo_owner, github_repo_name) is distinct from (input_repo_owner, input_repo_name);
  end
  $$;

create function public.create_project(
  input_name text,
  input_description text,
  input_start_date date,
  input_end_date date,
  input_status text,
  input_repo_owner text,
  input_repo_name text
) returns uuid
  language plpgsql set search_path = ''
  as $$
  declare
    project_id uuid;
  begin
    insert into public.projects (name, description, start_date, end_date, status)
    values (input_name, input_description, input_start_date, input_end_date, input_status)
    returning id into project_id;

    if input_repo_name is not null then
      perform public.set_project_repository(project_id, input_repo_owner, input_repo_name);
    end if;
    return project_id;
  end
  $$;

-- Links are their owner's; which repository a project is about, all its members may know.
create function public.get_project_repository(input_project_id uuid)
  returns table (github_repo_owner text, github_repo_name text, github_branch text, is_private boolean, last_sync_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select links.github_repo_owner, links.github_repo_name, links.github_branch, links.is_private, links.last_sync_at
      from public.bolt_projects as links
      join public.projects on projects.bolt_project_id = links.id
     where projects.id = input_project_id
       and links.github_repo_name is not null
       and app.project_role(input_project_id) is not null
  $$;

revoke execute on function
  public.set_project_repository(uuid, text, text),
  public.create_project(text, text, date, date, text, text, text),
  public.get_project_repository(uuid)
  from public;
grant execute on function
  public.set_project_repository(uuid, text, text),
  public.create_project(text, text, date, date, text, text, text),
  public.get_project_repository(uuid)
  to authenticated;
