-- expand
-- Logs that only grow are partitioned by month, so that what is past its time is dropped as a whole. Partitions are in the schema ops, which
-- no API shows. The product moves its sign-in log to them, after the indexes that it adds: none is built concurrently on such a table.

-- Where the partitions made so far end. null without any.
create function ops.partitions_end(parent regclass) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select max((regexp_match(pg_get_expr(child.relpartbound, child.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz)
      from pg_catalog.pg_inherits
      join pg_catalog.pg_class as child on child.oid = inhrelid
     where inhparent = parent
  $$;

-- The first moment of a month, in UTC, so many months from now.
create function ops.month_start(ahead integer) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select (date_trunc('month', ops.now() at time zone 'utc') + ahead * interval '1 month') at time zone 'utc'
  $$;

-- Makes the partitions up to three months ahead, and drops those that ended longer ago than `kept`. Writers wait for at most 200 ms.
create function ops.keep_months(parent regclass, kept interval) returns void
  language plpgsql set search_path = ''
  as $$
  declare
    name text;
    kind "char";
    starts timestamptz := greatest(ops.partitions_end(parent), ops.month_start(0));
    ends timestamptz;
    leaf text;
    old record;
  begin
    select relname, relkind into name, kind from pg_catalog.pg_class where oid = parent;
    perform set_config('lock_timeout', '200ms', true);
    if kind <> 'p' then
      -- A move to partitions that nobody ended must not refuse lines some day.
      if ops.past_end(parent) < ops.month_start(2) then
        execute format('alter table %s drop constraint only_the_past', parent);
      end if;
      return;
    end if;

    while starts < ops.month_start(4) loop
      ends := (starts at time zone 'utc' + interval '1 month') at time zone 'utc';
      leaf := name || to_char(starts at time zone 'utc', '"_"YYYY"_"MM');
      begin
        execute format('create table ops.%I (like %s including defaults including constraints)', leaf, parent);
        execute format('alter table ops.%I enable row level security', leaf);
        -- As a start gives it to every table (0017).
        execute format('create policy "service_role passes" on ops.%I to service_role using (true) with check (true)', leaf);
        execute format('alter table %s attach partition ops.%I for values from (%L) to (%L)', parent, leaf, starts, ends);
      exception when check_violation then
        -- Lines of that month, written when it had no partition, stay in the default one.
        raise warning 'The default partition of % has lines of %', parent, starts;
      end;
      starts := ends;
    end loop;

    for old in
      select child.oid::regclass as leaf
        from pg_catalog.pg_inherits
        join pg_catalog.pg_class as child on child.oid = inhrelid
       where inhparent = parent
         and (regexp_match(pg_get_expr(child.relpartbound, child.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz < ops.now() - kept
    loop
      execute format('drop table %s', old.leaf);
    end loop;
    if coalesce(ops.partitions_end(parent), '-infinity') < ops.month_start(2) then
      raise exception 'No partition of % is ahead', parent;
    end if;
  end
  $$;

-- The moment until which a table takes lines while it moves to partitions; null: it does not.
create function ops.past_end(parent regclass) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select (regexp_match(pg_get_constraintdef(oid), '< ''([^'']+)''::timestamp'))[1]::timestamptz
      from pg_catalog.pg_constraint
     where conrelid = parent and conname = 'only_the_past'
  $$;

revoke execute on function ops.partitions_end(regclass), ops.month_start(integer), ops.keep_months(regclass, interval),
  ops.past_end(regclass) from public;
