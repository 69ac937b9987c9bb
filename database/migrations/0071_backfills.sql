-- For databases that ran an earlier text of 0034.

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

create or replace function app.agree_repository_url() returns trigger
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
