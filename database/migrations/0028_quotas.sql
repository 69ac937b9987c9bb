-- How much visitors and members may write. Each limit is checked once per statement, so a bulk call counts every row.
-- A bucket's row stays locked until the end of the transaction: parallel calls of one member are counted one after another.

-- Stops a bulk call at the first row too many. The limits below see it only when all its rows are written.
create function app.refuse_bulk() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    counter constant text := 'app.new_' || tg_table_name;
    written constant integer := coalesce(nullif(current_setting(counter, true), ''), '0')::integer + 1;
  begin
    if ops.is_limited() then
      if written > tg_argv[0]::integer then
        perform ops.refuse_quota('Too many rows in one call', format('At most %s at once.', tg_argv[0]));
      end if;
      perform set_config(counter, written::text, true);
    end if;
    return new;
  end
  $$;

-- Triggers run in the order of their names: this one comes before those that cost something.
create trigger a_refuse_bulk before insert on public.user_feedback
  for each row execute function app.refuse_bulk(20);
create trigger a_refuse_bulk before insert on public.project_invitations
  for each row execute function app.refuse_bulk(30);
create trigger a_refuse_bulk before insert on public.bolt_projects
  for each row execute function app.refuse_bulk(2000);
create trigger a_refuse_bulk before insert on public.projects
  for each row when (new.bolt_project_id is null) execute function app.refuse_bulk(1000);
create trigger a_refuse_bulk before insert on public.tasks
  for each row execute function app.refuse_bulk(500);

create function app.limit_feedback() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    sent   constant bigint := (select count(*) from added);
    bytes  constant bigint := (select coalesce(sum(octet_length(added::text)), 0) from added);
    -- Anonymous accounts cost nothing, so they count as their network.
    member constant uuid := case when coalesce(auth.jwt() ->> 'is_anonymous', '') <> 'true' then auth.uid() end;
    sender constant text := coalesce(member::text, 'network ' || ops.client_network());
  begin
    if sent = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse(
      'feedback ' || sender, sent,
      case when member is null then 10 else 20 end,
      case when member is null then 10 else 20 end / 3600.0,
      'Too much feedback in a short time'
    );
    perform ops.take_or_refuse(
      'feedback bytes ' || sender, bytes, 262144, 1048576 / 86400.0, 'Too much feedback in a short time'
    );
    -- Last, so that one network spends only its own share of this.
    if member is null then
      perform ops.take_or_refuse('feedback of visitors', sent, 600, 600 / 3600.0, 'Too much feedback in a short time');
    end if;
    return null;
  end
  $$;

create trigger limit_feedback
  after insert on public.user_feedback
  referencing new table as added
  for each statement execute function app.limit_feedback();

-- Enough for a team on one afternoon, too little for a mailing list. The function that mails them counts here as well.
create function app.limit_invitations() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    sent constant bigint := (select count(*) from added);
  begin
    if sent = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse('project invitations ' || auth.uid(), sent, 30, 1 / 120.0, 'Too many invitations in a short time');
    if exists (
      select from public.project_invitations
       where project_id in (select project_id from added)
       group by project_id having count(*) > 1000
    ) then
      perform ops.refuse_quota('Too many open invitations', 'A project has at most 1000. Withdraw some first.');
    end if;
    return null;
  end
  $$;

create trigger limit_invitations
  after insert on public.project_invitations
  referencing new table as added
  for each statement execute function app.limit_invitations();

-- Also asked by the server when it writes links for a member.
create function app.refuse_too_many_links(owner uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if (select count(*) from public.bolt_projects where user_id = owner) > 10000 then
      perform ops.refuse_quota('Too many linked projects', 'A member has at most 10000, unlinked ones included.');
    end if;
  end
  $$;

create function app.limit_links() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    written constant bigint := (select count(*) from added);
  begin
    if written = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse(
      'link bytes ' || auth.uid(), (select sum(octet_length(added::text)) from added), 20971520, 20971520 / 86400.0,
      'Too much was written to linked projects in a short time'
    );
    if tg_op = 'INSERT' then
      perform app.refuse_too_many_links(auth.uid());
    end if;
    return null;
  end
  $$;

create trigger limit_new_links
  after insert on public.bolt_projects
  referencing new table as added
  for each statement execute function app.limit_links();

create trigger limit_changed_links
  after update on public.bolt_projects
  referencing new table as added
  for each statement execute function app.limit_links();

-- A link brings its project along, so only projects without one are counted here.
create function app.limit_projects() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    begun constant bigint := (select count(*) from added where bolt_project_id is null);
  begin
    if begun = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse('projects ' || auth.uid(), begun, 1000, 1 / 60.0, 'Too many projects in a short time');
    if (select count(*) from public.projects where owner_id = auth.uid() and bolt_project_id is null) > 1000 then
      perform ops.refuse_quota('Too many projects', 'A member has at most 1000 without a link. Delete some first.');
    end if;
    return null;
  end
  $$;

create trigger limit_projects
  after insert on public.projects
  referencing new table as added
  for each statement execute function app.limit_projects();

create function app.limit_tasks() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    begun constant bigint := (select count(*) from added);
  begin
    if begun = 0 or not ops.is_limited() then
      return null;
    end if;

    perform ops.take_or_refuse('tasks ' || auth.uid(), begun, 500, 0.5, 'Too many tasks in a short time');
    if exists (
      select from public.tasks
       where project_id in (select project_id from added)
       group by project_id having count(*) > 10000
    ) then
      perform ops.refuse_quota('Too many tasks', 'A project has at most 10000. Delete some first.');
    end if;
    return null;
  end
  $$;

create trigger limit_tasks
  after insert on public.tasks
  referencing new table as added
  for each statement execute function app.limit_tasks();

-- Uploads are written by the server for their owner, so it is the owner who counts, not the role.
create function app.limit_avatars() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    files bigint;
    bytes numeric;
  begin
    perform pg_advisory_xact_lock(hashtextextended('avatars of ' || new.owner_id, 0));
    select count(*), sum(app.file_bytes(metadata)) into files, bytes
      from storage.objects where bucket_id = 'avatars' and owner_id = new.owner_id;

    if tg_op = 'INSERT' and files > 50 then
      perform ops.refuse_quota('Too many pictures', 'A member has at most 50. Delete some first.');
    end if;
    if bytes > 26214400 and (tg_op = 'INSERT' or app.file_bytes(new.metadata) > app.file_bytes(old.metadata)) then
      perform ops.refuse_quota('The pictures are too large together', 'A member has at most 25 MB. Delete some first.');
    end if;
    return null;
  end
  $$;

-- Before its bytes have arrived a file has the length that its sender declared.
create function app.file_bytes(metadata jsonb) returns numeric
  language sql immutable set search_path = ''
  as $$
    select case when coalesce(metadata ->> 'size', metadata ->> 'contentLength') ~ '^[0-9]{1,15}$'
                then coalesce(metadata ->> 'size', metadata ->> 'contentLength')::numeric else 0 end
  $$;

create trigger limit_avatars
  after insert or update on storage.objects
  for each row when (new.bucket_id = 'avatars' and new.owner_id is not null)
  execute function app.limit_avatars();

revoke execute on function
  app.refuse_bulk(),
  app.limit_feedback(),
  app.limit_invitations(),
  app.refuse_too_many_links(uuid),
  app.limit_links(),
  app.limit_projects(),
  app.limit_tasks(),
  app.limit_avatars(),
  app.file_bytes(jsonb)
  from public;
