-- Feedback of any size is searched and counted, and admins keep the lists that people choose from.

create function app.require_admin() returns void
  language plpgsql stable security definer set search_path = ''
  as $$
  begin
    if public.is_admin() then return; end if;
    raise sqlstate 'PGRST' using
      message = json_build_object('code', 'not_admin', 'message', 'You don''t have permission to do this.')::text,
      detail = json_build_object('status', 403, 'headers', json_build_object())::text;
  end
  $$;

revoke execute on function app.require_admin() from public;

-- The search reads this expression; both must be the same.
create function app.feedback_words(title text, description text) returns tsvector
  language sql immutable parallel safe set search_path = ''
  as $$
    select to_tsvector('pg_catalog.simple', coalesce(title, '') || ' ' || coalesce(description, ''))
  $$;

-- The beginnings of words, all of which must be found; null if there is nothing to look for.
create function app.beginnings(words text) returns tsquery
  language sql immutable set search_path = ''
  as $$
    select to_tsquery('pg_catalog.simple', string_agg(format('''%s'':*', word), ' & '))
      from (
        select word from regexp_split_to_table(lower(left(words, 200)), '[^[:alnum:]]+') as word
         where word <> '' limit 10
      ) as found
  $$;

-- Runs as its owner: under a row policy no search index is used. Rows beyond the limit of a count are not looked for.
create function public.search_feedback(input_words text) returns setof public.user_feedback
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
  begin
    perform app.require_admin();
    return query
      select * from public.user_feedback
       where deleted_at is null and app.feedback_words(title, description) @@ app.beginnings(input_words)
       limit 10001;
  end
  $$;

-- Counts to 10,001 at most. The statement is put together from the filters that are set, so that each can use its index.
create function public.count_feedback(input_filters jsonb default '{}') returns integer
  language plpgsql stable security definer set search_path = ''
  as $$
  declare
    conditions text := 'deleted_at is null';
    name text;
    counted integer;
  begin
    perform app.require_admin();
    foreach name in array array['feedback_category', 'feedback_type', 'priority'] loop
      if input_filters ? name then
        conditions := conditions || format(' and %I = %L', name, input_filters ->> name);
      end if;
    end loop;
    if jsonb_typeof(input_filters -> 'status') = 'array' then
      conditions := conditions || format(
        ' and status = any (%L)', (select array_agg(value) from jsonb_array_elements_text(input_filters -> 'status'))
      );
    end if;
    if jsonb_typeof(input_filters -> 'has_issue') = 'boolean' then
      conditions := conditions || ' and github_issue_url is '
        || case when (input_filters ->> 'has_issue')::boolean then 'not null' else 'null' end;
    end if;
    if input_filters ? 'created_since' then
      conditions := conditions || format(' and created_at >= %L', (input_filters ->> 'created_since')::timestamptz);
    end if;

    execute format('select count(*) from (select from public.user_feedback where %s limit 10001) as found', conditions)
      into counted;
    return counted;
  end
  $$;

revoke execute on function public.search_feedback(text), public.count_feedback(jsonb) from public;
grant execute on function public.search_feedback(text), public.count_feedback(jsonb) to authenticated;

-- The words of codes that the product knows are its own; those that admins add bring theirs.
alter table public.feedback_categories
  add column name_en text check (char_length(name_en) between 1 and 100),
  add column name_es text check (char_length(name_es) between 1 and 100),
  add constraint feedback_categories_code check (code ~ '^[a-z][a-z0-9_]{0,49}$');

alter table public.feedback_reasons
  add column name_en text check (char_length(name_en) between 1 and 100),
  add column name_es text check (char_length(name_es) between 1 and 100),
  add constraint feedback_reasons_code check (code ~ '^[a-z][a-z0-9_]{0,49}$');

-- A code stands in feedback that was sent, so it is neither changed nor deleted.
grant insert (code, name_en, name_es, is_active, sort_order), update (name_en, name_es, is_active, sort_order)
  on public.feedback_categories to authenticated;
grant insert (code, reason_group, name_en, name_es, is_active, sort_order),
  update (reason_group, name_en, name_es, is_active, sort_order)
  on public.feedback_reasons to authenticated;

create policy "admins add" on public.feedback_categories
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change" on public.feedback_categories
  for update to authenticated using ((select public.is_admin()));
create policy "admins add" on public.feedback_reasons
  for insert to authenticated with check ((select public.is_admin()));
create policy "admins change" on public.feedback_reasons
  for update to authenticated using ((select public.is_admin()));

-- Without a category nobody could send feedback.
create function app.keep_one_category() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    -- One after the other: two admins may switch off different ones at the same moment.
    perform pg_advisory_xact_lock(hashtextextended('feedback_categories', 0));
    if not exists (
      select from public.feedback_categories where is_active and code not in (new.code, 'uninstall')
    ) then
      raise sqlstate 'PGRST' using
        message = json_build_object('code', 'last_category', 'message', 'At least one category has to stay on.')::text,
        detail = json_build_object('status', 409, 'headers', json_build_object())::text;
    end if;
    return new;
  end
  $$;

create trigger keep_one_category
  before update of is_active on public.feedback_categories
  for each row when (old.is_active and not new.is_active and new.code <> 'uninstall')
  execute function app.keep_one_category();

create trigger audit_content
  after insert or update on public.feedback_categories
  for each row execute function app.audit_content('feedback_category');

create trigger audit_content
  after insert or update on public.feedback_reasons
  for each row execute function app.audit_content('feedback_reason');

revoke execute on function app.keep_one_category() from public;

-- replaces 4c7dc5f7415ffb1fff3d70f3384451f008b6fd7309be2864dc2c3e5d7506f0b9
