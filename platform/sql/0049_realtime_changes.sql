-- What changed in published tables, written by triggers and read by every server that has subscribers.

create schema if not exists realtime_private;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

-- Read by comparing snapshots, so a row counts from its commit, whatever its number. `json`, since jsonb refuses \u0000.
create unlogged table realtime_private.changes (
  seq      bigint generated always as identity primary key,
  xid      xid8 not null,
  relation oid not null,
  -- I, U, D, or O: the transaction changed too many rows of this table.
  op       "char" not null,
  record   json,
  old      json,
  -- Values over 64 bytes are left out.
  is_cut   boolean not null default false,
  bytes    integer not null default 0,
  at       timestamptz not null
);

create index changes_by_xid on realtime_private.changes (xid);

-- The tables that a server has subscribers for. A partitioned table stands for its partitions.
create unlogged table realtime_private.watched (
  relation oid not null,
  server   text not null,
  until    timestamptz not null,
  primary key (relation, server)
) with (fillfactor = 50);

-- The servers that read. A raised epoch says that changes were deleted which the server had not read.
create unlogged table realtime_private.readers (
  server   text primary key,
  epoch    bigint not null default 0,
  -- Everything visible in it was read.
  snapshot pg_snapshot not null,
  until    timestamptz not null
) with (fillfactor = 50);

alter table realtime_private.changes enable row level security;
alter table realtime_private.watched enable row level security;
alter table realtime_private.readers enable row level security;

-- Settings decide how values become text. Names are qualified, because a search_path costs as much as all of them together.
create function realtime_private.record_row(relation oid, op "char", new_row record, old_row record) returns void
  language plpgsql
  security definer
  set timezone = 'UTC'
  set datestyle = 'ISO'
  set intervalstyle = 'postgres'
  set bytea_output = 'hex'
  set extra_float_digits = '1'
  as $$
  declare
    record_json constant pg_catalog.json := case when op operator(pg_catalog.<>) 'D' then pg_catalog.row_to_json(new_row) end;
    old_json constant pg_catalog.json := case when op operator(pg_catalog.<>) 'I' then pg_catalog.row_to_json(old_row) end;
    size constant pg_catalog.int4 := coalesce(pg_catalog.octet_length(record_json::pg_catalog.text), 0)
      operator(pg_catalog.+) coalesce(pg_catalog.octet_length(old_json::pg_catalog.text), 0);
  begin
    if size operator(pg_catalog.<=) 1048576 then
      insert into realtime_private.changes (xid, relation, op, record, old, bytes, at)
      values (pg_catalog.pg_current_xact_id(), relation, op, record_json, old_json, size, pg_catalog.clock_timestamp());
    else
      insert into realtime_private.changes (xid, relation, op, record, old, is_cut, at)
      values (pg_catalog.pg_current_xact_id(), relation, op, realtime_private.short_values(record_json),
        realtime_private.short_values(old_json), true, pg_catalog.clock_timestamp());
    end if;
  end
  $$;

create function realtime_private.short_values(whole json) returns json
  language sql immutable
  set search_path = ''
  as $$
    select json_object_agg(key, value) filter (where octet_length(value::text) <= 64)
      from json_each(whole)
  $$;

-- Large values may fail to become text, and a type's own cast to json may raise: the write itself must not fail.
create function realtime_private.record_row_safely(relation oid, op "char", new_row record, old_row record) returns void
  language plpgsql
  security definer
  as $$
  begin
    perform realtime_private.record_row(relation, op, new_row, old_row);
  exception when others then
    insert into realtime_private.changes (xid, relation, op, is_cut, at)
    values (pg_catalog.pg_current_xact_id(), relation, op, true, pg_catalog.clock_timestamp());
  end
  $$;

-- Counts a transaction's rows of a table, in a setting that a rolled back savepoint also sets back. False: there are too many.
create function realtime_private.count_row(relation oid) returns boolean
  language plpgsql
  security definer
  as $$
  declare
    most constant pg_catalog.int4 := 10000;
    counter constant pg_catalog.text := 'realtime_private.rows_' operator(pg_catalog.||) relation::pg_catalog.text;
    value constant pg_catalog.text := coalesce(pg_catalog.current_setting(counter, true), '');
    -- Anybody may set it to anything.
    counted pg_catalog.int4 := case
      when pg_catalog.length(value) operator(pg_catalog.<) 7 and value operator(pg_catalog.<>) ''
           and pg_catalog.ltrim(value, '0123456789') operator(pg_catalog.=) '' then value::pg_catalog.int4
      else 0 end;
  begin
    if counted operator(pg_catalog.>) most then
      return false;
    end if;
    counted := counted operator(pg_catalog.+) 1;
    perform pg_catalog.set_config(counter, counted::pg_catalog.text, true);
    if counted operator(pg_catalog.>) most then
      insert into realtime_private.changes (xid, relation, op, at)
      values (pg_catalog.pg_current_xact_id(), relation, 'O', pg_catalog.clock_timestamp());
      return false;
    end if;
    return true;
  end
  $$;

-- Its arguments, where there are any: `partitioned` or `plain`, and `custom` or `builtin`, whether a column's type has a cast to json of its own.
create function realtime_private.record_change() returns trigger
  language plpgsql
  security definer
  as $$
  declare
    watched_as pg_catalog.oid := tg_relid;
  begin
    -- Above READ COMMITTED an older snapshot does not show who watches, so everything is recorded.
    if pg_catalog.current_setting('transaction_isolation') operator(pg_catalog.=) 'read committed' then
      if tg_nargs operator(pg_catalog.>) 0 and tg_argv[0] operator(pg_catalog.=) 'partitioned' then
        watched_as := coalesce(pg_catalog.pg_partition_root(tg_relid)::pg_catalog.oid, tg_relid);
      end if;
      perform from realtime_private.watched
        where watched.relation operator(pg_catalog.=) watched_as and watched.until operator(pg_catalog.>) pg_catalog.clock_timestamp();
      if not found then
        return null;
      end if;
    end if;
    if not realtime_private.count_row(tg_relid) then
      return null;
    end if;

    -- A row that fits a page is small enough as text. A savepoint for each row would slow down all who read meanwhile.
    if (tg_nargs operator(pg_catalog.=) 0 or tg_argv[1] operator(pg_catalog.=) 'builtin')
       and coalesce(pg_catalog.abs(pg_catalog.pg_column_size(new)), 0) operator(pg_catalog.<=) 8192
       and coalesce(pg_catalog.abs(pg_catalog.pg_column_size(old)), 0) operator(pg_catalog.<=) 8192
    then
      perform realtime_private.record_row(tg_relid, pg_catalog.left(tg_op, 1)::pg_catalog."char", new, old);
    else
      perform realtime_private.record_row_safely(tg_relid, pg_catalog.left(tg_op, 1)::pg_catalog."char", new, old);
    end if;
    return null;
  end
  $$;

-- The rows that are still stored as they were recorded, by their place in the arrays. A row that was cut is known by its
-- transaction and by what was kept of it.
create function realtime_private.current_rows(recorded regclass, keys text[], records text[], cut_by text[]) returns integer[]
  language plpgsql stable
  set search_path = ''
  set timezone = 'UTC'
  set datestyle = 'ISO'
  set intervalstyle = 'postgres'
  set bytea_output = 'hex'
  set extra_float_digits = '1'
  as $$
  declare
    found_places integer[];
  begin
    execute format(
      'select array_agg(given.place)
         from unnest($1, $2, $3) with ordinality as given (key, record, cut_by, place)
        where given.key is not null and exists (
          select from json_to_record(given.key::json) as wanted (%1$s)
            join %2$s as "stored row" on %3$s
           where case when given.cut_by is null then row_to_json("stored row")::text = given.record
                   else "stored row".xmin::text = given.cut_by and not exists (
                     select from json_each_text(given.record::json) as kept
                      where (row_to_json("stored row") ->> kept.key) is distinct from kept.value
                   ) end
        )',
      realtime_private.key_definition(recorded), recorded, realtime_private.key_condition(recorded)
    ) into found_places using keys, records, cut_by;
    return coalesce(found_places, '{}');
  exception when others then
    return '{}';
  end
  $$;

create function realtime_private.key_definition(relation oid) returns text
  language sql stable
  set search_path = ''
  as $$
    select string_agg(format('%I %s', attname, format_type(atttypid, -1)), ', ' order by attnum)
      from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = relation and indisprimary
  $$;

create function realtime_private.key_condition(relation oid) returns text
  language sql stable
  set search_path = ''
  as $$
    select string_agg(format('"stored row".%1$I = wanted.%1$I', attname), ' and ' order by attnum)
      from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = relation and indisprimary
  $$;

-- The rows that are the same after being read back from json; a policy must not judge another value.
create function realtime_private.readable_rows(recorded regclass, records text[], places integer[]) returns integer[]
  language plpgsql stable
  set search_path = ''
  set timezone = 'UTC'
  set datestyle = 'ISO'
  set intervalstyle = 'postgres'
  set bytea_output = 'hex'
  set extra_float_digits = '1'
  as $$
  declare
    place integer;
    is_same boolean;
    readable integer[] := '{}';
  begin
    foreach place in array places loop
      begin
        execute format('select row_to_json(json_populate_record(null::%s, $1::json))::text = $1', recorded)
          into is_same using records[place];
        if is_same then
          readable := readable || place;
        end if;
      exception when others then
        null;
      end;
    end loop;
    return readable;
  end
  $$;

-- What the SELECT policies demand of this role, with all names qualified.
create function realtime_private.policy_text(relation oid, role_name name) returns text
  language sql stable
  set search_path = ''
  as $$
    select coalesce('(' || string_agg(format('(%s)', expression), ' or ' order by name) filter (where is_permissive) || ')', 'false')
             || coalesce(string_agg(format(' and (%s)', expression), '' order by name) filter (where not is_permissive), '')
      from (
        select polname as name, pg_get_expr(polqual, polrelid) as expression, polpermissive as is_permissive
          from pg_policy
         where polrelid = relation and polcmd in ('r', '*') and polqual is not null
           and (0 = any (polroles)
                or exists (select from unnest(polroles) as policy_role where pg_has_role(role_name, policy_role, 'usage')))
      ) as policies
  $$;

-- Which rows each caller may see: those still stored by a SELECT as the caller, others by the policies over what was recorded.
-- One plan serves all callers. A policy that raises hides its row from that caller.
create function realtime_private.judge_rows(
    recorded regclass, told regclass, role_name name, callers text[], keys text[], records text[], cut_by text[]
  ) returns table (caller integer, seen integer[])
  language plpgsql
  as $$
  declare
    stored integer[] := realtime_private.current_rows(recorded, keys, records, cut_by);
    former integer[] := realtime_private.readable_rows(recorded, records, array(
      select place::integer from unnest(cut_by) with ordinality as given (cut, place)
       where given.cut is null and not given.place = any (stored)));
    policies constant text := realtime_private.policy_text(told, role_name);
    told_schema constant text := (select relnamespace::regnamespace::text from pg_class where oid = told);
    told_name constant text := (select format('%I', relname) from pg_class where oid = told);
    told_as constant text := format('%s.%s', told_schema, told_name);
    key_definition constant text := realtime_private.key_definition(told);
    key_condition constant text := realtime_private.key_condition(told);
    found_places integer[];
    place integer;
  begin
    -- They outlive a transaction that failed.
    if exists (select from pg_prepared_statements where name = 'realtime_stored') then
      deallocate realtime_stored;
    end if;
    if exists (select from pg_prepared_statements where name = 'realtime_former') then
      deallocate realtime_former;
    end if;
    perform set_config('search_path', told_schema || ', public', true);
    perform set_config('role', role_name, true);
    if stored <> '{}' then
      begin
        execute format(
          'prepare realtime_stored (integer[]) as
             select array_agg(given.place) from unnest(%1$L::text[], %2$L::integer[]) as given (key, place)
              where ($1 is null or given.place = any ($1)) and exists (
                select from json_to_record(given.key::json) as wanted (%3$s) join %4$s as "stored row" on %5$s)',
          array(select keys[one] from unnest(stored) as one), stored, key_definition, told_as, key_condition);
      exception when others then
        stored := '{}';
      end;
    end if;
    if former <> '{}' then
      begin
        execute format(
          'prepare realtime_former (integer[]) as
             select array_agg(given.place) from unnest(%1$L::text[], %2$L::integer[]) as given (record, place)
              where ($1 is null or given.place = any ($1)) and exists (
                select from json_populate_record(null::%3$s, given.record::json) as %4$s where %5$s)',
          array(select records[one] from unnest(former) as one), former, told_as, told_name, policies);
      exception when others then
        former := '{}';
      end;
    end if;

    for at in 1 .. cardinality(callers) loop
      caller := at;
      perform set_config('request.jwt.claims', callers[caller], true);
      seen := '{}';
      begin
        if stored <> '{}' then
          execute 'execute realtime_stored (null)' into found_places;
          seen := seen || found_places;
        end if;
        if former <> '{}' then
          execute 'execute realtime_former (null)' into found_places;
          seen := seen || found_places;
        end if;
      exception when others then
        seen := '{}';
        foreach place in array stored loop
          begin
            execute format('execute realtime_stored (array[%s])', place) into found_places;
            seen := seen || found_places;
          exception when others then
            null;
          end;
        end loop;
        foreach place in array former loop
          begin
            execute format('execute realtime_former (array[%s])', place) into found_places;
            seen := seen || found_places;
          exception when others then
            null;
          end;
        end loop;
      end;
      if seen <> '{}' then
        return next;
      end if;
    end loop;
    perform set_config('role', 'none', true);
    if stored <> '{}' then
      deallocate realtime_stored;
    end if;
    if former <> '{}' then
      deallocate realtime_former;
    end if;
  end
  $$;

revoke execute on all functions in schema realtime_private from public;
