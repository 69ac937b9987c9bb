-- The published extension knows one owner and sends it for every project, but it sends a link's address back untouched. So each
-- link of a complete repository has an address, and the address always names the owner and the repository of its row.

-- An address that named another owner than its row. It is what the repository check offers when the row's own does not exist.
alter table public.bolt_projects
  add column former_repo_url text,
  add constraint bolt_projects_former_repo_url_check
    check (former_repo_url ~ '^https?://' and char_length(former_repo_url) <= 2000) not valid;

-- The server writes GITHUB_WEB_URL here when it is another.
create function app.code_host_url() returns text
  language sql stable security definer set search_path = ''
  as $$
    select coalesce((select value #>> '{}' from ops.app_settings where key = 'code_host_url'), 'https://github.com')
  $$;

-- Null for what GitHub could not call a repository.
create function app.repository_url(owner text, name text) returns text
  language sql stable set search_path = ''
  as $$
    select app.code_host_url() || '/' || owner || '/' || name
     where owner ~ '^[A-Za-z0-9_.-]+$' and name ~ '^[A-Za-z0-9_.-]+$'
  $$;

-- Whether an address names this repository, at this owner's or at another's. Its host does not matter.
create function app.names_repository(url text, name text) returns boolean
  language sql immutable set search_path = ''
  as $$
    select lower((regexp_match(url, '^https?://[^/]+/[A-Za-z0-9_.-]+/([A-Za-z0-9_.-]+?)(?:\.git)?/?$'))[1]) is not distinct from lower(name)
           and name is not null
  $$;

create function app.agree_repository_url() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    agreed text;
    is_moved boolean := tg_op = 'UPDATE'
      and (old.github_repo_owner, old.github_repo_name) is distinct from (new.github_repo_owner, new.github_repo_name);
    -- An update that leaves the address alone says nothing by it.
    is_told boolean := tg_op = 'INSERT' or old.github_repo_url is distinct from new.github_repo_url;
  begin
    -- A backfill writes what this would.
    if current_setting('platform.backfill', true) = 'on' then return new; end if;
    -- The table's own check refuses it.
    if new.github_repo_url !~ '^https?://' then return new; end if;

    agreed := app.repository_url(new.github_repo_owner, new.github_repo_name);
    if is_moved then new.former_repo_url := null; end if;
    if is_told and agreed is not null
       and app.names_repository(new.github_repo_url, new.github_repo_name)
       and lower(split_part(new.github_repo_url, '/', 4)) <> lower(new.github_repo_owner) then
      new.former_repo_url := new.github_repo_url;
    end if;
    -- Without a complete repository there is nothing to agree with: what was told stays, until the repository goes.
    new.github_repo_url := coalesce(agreed, case when is_told or not is_moved then new.github_repo_url end);
    return new;
  end
  $$;

create trigger agree_repository_url
  before insert or update of github_repo_owner, github_repo_name, github_repo_url on public.bolt_projects
  for each row execute function app.agree_repository_url();

-- Called at every start. Addresses follow when the code host has moved.
create function app.use_code_host(url text) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    if url = app.code_host_url() then return; end if;

    insert into ops.app_settings (key, value) values ('code_host_url', to_jsonb(url))
    on conflict (key) do update set value = excluded.value, updated_at = ops.now();
    update public.bolt_projects set github_repo_url = app.repository_url(github_repo_owner, github_repo_name)
     where app.repository_url(github_repo_owner, github_repo_name) is not null
       and github_repo_url is distinct from app.repository_url(github_repo_owner, github_repo_name);
  end
  $$;

revoke execute on function
  app.code_host_url(), app.repository_url(text, text), app.names_repository(text, text), app.agree_repository_url(),
  app.use_code_host(text)
  from public;

-- A backfill is not an edit: nobody's version of a row grows old by it.
create or replace function app.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if current_setting('platform.backfill', true) is distinct from 'on' then
      new.updated_at := app.now();
    end if;
    return new;
  end
  $$;

-- replaces 81742abd7df80aba23c406a4f61e45bc0770080604eb40444701f71a72f82338
