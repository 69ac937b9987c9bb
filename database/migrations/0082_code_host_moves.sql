-- A code host that moves takes all links along, in portions: one statement for all of them would lock the rows of every
-- member for as long as it runs. `app.use_code_host` stays for servers of the release before.

-- The setting is the place of the walk, so that a server which was killed meanwhile leaves the rest to the next start.
create function app.change_code_host(url text) returns void
  language plpgsql set search_path = ''
  as $$
  begin
    if url = app.code_host_url() then return; end if;

    insert into ops.app_settings (key, value)
    values ('code_host_url', to_jsonb(url)), ('code_host_move', to_jsonb('00000000-0000-0000-0000-000000000000'::text))
    on conflict (key) do update set value = excluded.value, updated_at = ops.now();
  end
  $$;

-- One portion. True when more may be left.
create function app.follow_code_host(most integer) returns boolean
  language plpgsql set search_path = ''
  as $$
  declare
    place uuid;
    reached uuid;
  begin
    -- Servers that start together take turns.
    select (value #>> '{}')::uuid into place from ops.app_settings where key = 'code_host_move' for update;
    if place is null then return false; end if;

    select id into reached
      from (select id from public.bolt_projects where id > place order by id limit most) as portion
     order by id desc limit 1;
    if reached is null then
      delete from ops.app_settings where key = 'code_host_move';
      return false;
    end if;
    update public.bolt_projects set github_repo_url = app.repository_url(github_repo_owner, github_repo_name)
     where id > place and id <= reached
       and app.repository_url(github_repo_owner, github_repo_name) is not null
       and github_repo_url is distinct from app.repository_url(github_repo_owner, github_repo_name);
    update ops.app_settings set value = to_jsonb(reached::text), updated_at = ops.now() where key = 'code_host_move';
    return true;
  end
  $$;

revoke execute on function app.change_code_host(text), app.follow_code_host(integer) from public;
