-- expand
-- Open pages learn at once that something changed: a hint without data on a private topic. The page then reads again, and row policies
-- decide what it gets. A hint never undoes the change that it reports: `realtime.send` turns its failure into a warning.
--
-- project:<id>  tasks, members, details, sync
-- member:<id>   projects, sync, export
-- admin         jobs, webhooks, mails, sync; sent by the servers

-- A hint to each of these topics. Pages that miss one read again within five minutes, so a change of very many rows stays cheap.
create function app.send_hints(hint text, topics text[]) returns void
  language plpgsql
  as $$
  begin
    -- Without a server nobody listens.
    if cardinality(topics) = 0 or not exists (select from realtime_private.servers) then return; end if;
    perform realtime.send('{}', hint, topic) from unnest(topics[1:50]) as topic;
  end
  $$;

create function app.hint_tasks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('tasks', array(select distinct 'project:' || project_id from changed));
    return null;
  end
  $$;

-- Members of a deleted project hear of it as members; whoever was deleted does not.
create function app.hint_members() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('members', array(
      select distinct 'project:' || id from public.projects where id in (select project_id from changed)
    ));
    perform app.send_hints('projects', array(
      select distinct 'member:' || id from public.users where id in (select user_id from changed)
    ));
    return null;
  end
  $$;

create function app.hint_invitations() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('members', array(
      select distinct 'project:' || id from public.projects where id in (select project_id from changed)
    ));
    perform app.send_hints('projects', array(
      select distinct 'member:' || users.id
        from public.users
        join auth.users as account on account.id = users.id and account.email_confirmed_at is not null
       where lower(users.email) in (select email from changed)
    ));
    return null;
  end
  $$;

-- Details to the projects, and to their members that the list of projects changed.
create function app.hint_projects(project_ids uuid[]) returns void
  language plpgsql
  as $$
  begin
    perform app.send_hints('details', array(select 'project:' || id from unnest(project_ids) as id));
    perform app.send_hints('projects', array(
      select distinct 'member:' || user_id from public.project_members where project_id = any (project_ids)
    ));
  end
  $$;

create function app.hint_changed_projects() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.hint_projects(array(select id from changed));
    return null;
  end
  $$;

-- Project and link share name, repository and life. The extension writes links often, mostly other columns.
create function app.hint_changed_links() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.hint_projects(array(
      select projects.id
        from changed
        join former on former.id = changed.id
        join public.projects on projects.bolt_project_id = changed.id
       where (changed.project_name, changed.github_repo_owner, changed.github_repo_name, changed.github_branch,
              changed.is_private, changed.deleted_at)
             is distinct from
             (former.project_name, former.github_repo_owner, former.github_repo_name, former.github_branch,
              former.is_private, former.deleted_at)
    ));
    return null;
  end
  $$;

create function app.hint_removed_links() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.hint_projects(array(
      select id from public.projects where bolt_project_id in (select id from changed)
    ));
    return null;
  end
  $$;

create function app.hint_new_projects() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('projects', array(select distinct 'member:' || owner_id from changed));
    return null;
  end
  $$;

create function app.hint_new_links() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('projects', array(select distinct 'member:' || user_id from changed));
    return null;
  end
  $$;

-- Pushes, pulls and syncs of the extension each leave an entry of the history, in the transaction of whatever else they write.
create function app.hint_sync() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('sync', array(select distinct 'project:' || project_id from changed));
    perform app.send_hints('sync', array(
      select distinct 'member:' || user_id from public.project_members where project_id in (select project_id from changed)
    ));
    return null;
  end
  $$;

create function app.hint_exports() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform app.send_hints('export', array(select distinct 'member:' || user_id from changed));
    return null;
  end
  $$;

-- Statements inside triggers run once for each row, and what they do is told by the statement around them: a link with its project and its
-- owner's membership, a column of tasks dealt out anew. Of an account's deletion nobody is told.
create trigger hint_added after insert on public.tasks
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_tasks();
create trigger hint_changed after update on public.tasks
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_tasks();
create trigger hint_removed after delete on public.tasks
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_tasks();

create trigger hint_added after insert on public.project_members
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_members();
create trigger hint_changed after update on public.project_members
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_members();
-- With their project they go inside a trigger.
create trigger hint_removed after delete on public.project_members
  referencing old table as changed for each statement when (pg_trigger_depth() <= 1) execute function app.hint_members();

create trigger hint_added after insert on public.project_invitations
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_invitations();
create trigger hint_removed after delete on public.project_invitations
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_invitations();

create trigger hint_added after insert on public.projects
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_new_projects();
create trigger hint_changed after update on public.projects
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_changed_projects();
create trigger hint_removed after delete on public.projects
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_changed_projects();

create trigger hint_added after insert on public.bolt_projects
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_new_links();
create trigger hint_changed after update on public.bolt_projects
  referencing old table as former new table as changed for each statement when (pg_trigger_depth() = 0)
  execute function app.hint_changed_links();
create trigger hint_removed after delete on public.bolt_projects
  referencing old table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_removed_links();

create trigger hint_added after insert on public.sync_events
  referencing new table as changed for each statement when (pg_trigger_depth() = 0) execute function app.hint_sync();

create trigger hint_added after insert on public.data_exports
  referencing new table as changed for each statement execute function app.hint_exports();
create trigger hint_changed after update on public.data_exports
  referencing new table as changed for each statement execute function app.hint_exports();

-- Topics name their member, and messages are kept for days.
create function app.forget_hints() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    delete from realtime.messages where topic = 'member:' || old.id and extension = 'broadcast' and private;
    return null;
  end
  $$;

create trigger forget_hints
  after delete on public.users
  for each row execute function app.forget_hints();

-- Whose topic the caller may listen to. A topic that names nothing is nobody's.
create function app.may_hear(topic text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    return case
      when topic = 'admin' then public.is_admin()
      when topic = 'member:' || auth.uid() then app.is_assured()
      when topic ~ '^project:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then app.project_role(substr(topic, 9)::uuid) is not null
      else false
    end;
  end
  $$;

revoke execute on function
  app.send_hints(text, text[]), app.hint_tasks(), app.hint_members(), app.hint_invitations(), app.hint_projects(uuid[]),
  app.hint_changed_projects(), app.hint_changed_links(), app.hint_removed_links(), app.hint_new_projects(), app.hint_new_links(),
  app.hint_sync(), app.hint_exports(), app.forget_hints(), app.may_hear(text)
  from public;
grant execute on function app.may_hear(text) to authenticated;

create policy "a second factor, once set up, is required" on realtime.messages
  as restrictive to authenticated using ((select app.is_assured()));

-- No policy lets anybody insert: hints come from the database and the servers alone.
create policy "members hear of their projects and themselves, admins of operations" on realtime.messages
  for select to authenticated using (extension = 'broadcast' and app.may_hear(topic));
