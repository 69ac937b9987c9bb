-- File storage: names and rights in `storage`, where policies decide, and the bytes in `storage_private`, which no
-- API role can reach.

create schema storage;
grant usage on schema storage to anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS');

create table storage.buckets (
  id                 text primary key,
  name               text not null unique,
  owner              uuid,
  owner_id           text,
  created_at         timestamptz default now(),
  updated_at         timestamptz default now(),
  public             boolean default false,
  avif_autodetection boolean default false,
  file_size_limit    bigint,
  allowed_mime_types text[],
  type               storage.buckettype not null default 'STANDARD'
);

-- No reference to auth.users: a file may outlive its owner, or belong to a token that names nobody.
create table storage.objects (
  id               uuid primary key default gen_random_uuid(),
  bucket_id        text references storage.buckets (id),
  name             text,
  owner            uuid,
  owner_id         text,
  created_at       timestamptz default now(),
  updated_at       timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata         jsonb,
  path_tokens      text[] generated always as (string_to_array(name, '/')) stored,
  version          text,
  user_metadata    jsonb,
  unique (bucket_id, name)
);

create index objects_by_name on storage.objects (bucket_id, name collate "C");
create index objects_by_folded_name on storage.objects (bucket_id, (lower(name)) collate "C");
create index objects_by_version on storage.objects (version);
create index objects_of_owner on storage.objects (owner_id);

-- Everything is granted and nothing is allowed until a policy says so.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- Policies call these for each row: without a search_path of their own they are inlined.

create function storage.foldername(name text) returns text[]
  language sql immutable
  as $$ select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1] $$;

create function storage.filename(name text) returns text
  language sql immutable
  as $$ select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))] $$;

create function storage.extension(name text) returns text
  language sql immutable
  as $$ select reverse(split_part(reverse(storage.filename(name)), '.', 1)) $$;

-- What the caller is doing, for policies that allow a download but not, say, a listing.

create function storage.operation() returns text
  language sql stable
  as $$ select nullif(current_setting('storage.operation', true), '') $$;

create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  as $$
    select coalesce(
      regexp_replace(storage.operation(), '^storage\.', '')
        = any (array(select regexp_replace(expected, '^storage\.', '') from unnest(expected_operations) as expected)),
      false
    )
  $$;

create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  as $$ select storage.allow_any_operation(array[expected_operation]) $$;

create function storage.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := now();
    return new;
  end
  $$;

create trigger touch_updated_at
  before update on storage.objects
  for each row execute function storage.touch_updated_at();

-- A row deleted by plain SQL would leave its bytes behind.
create function storage.refuse_direct_delete() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    if coalesce(current_setting('storage.allow_delete_query', true), '') <> 'true' then
      raise insufficient_privilege using
        message = format('Rows of storage.%s are deleted through the storage API only', tg_table_name);
    end if;
    return null;
  end
  $$;

create trigger refuse_direct_delete
  before delete on storage.buckets
  for each statement execute function storage.refuse_direct_delete();

create trigger refuse_direct_delete
  before delete on storage.objects
  for each statement execute function storage.refuse_direct_delete();

create schema storage_private;

-- A version is written before any object points to it, and outlives the object long enough for running downloads to end.
create table storage_private.versions (
  version    uuid primary key,
  chunk_size integer not null default 262144,
  size       bigint,
  md5        text,
  created_at timestamptz not null default now(),
  dead_at    timestamptz
);

create index versions_by_age on storage_private.versions (created_at);
create index versions_dead on storage_private.versions (dead_at) where dead_at is not null;

create table storage_private.chunks (
  version uuid not null references storage_private.versions (version) on delete cascade,
  seq     integer not null,
  data    bytea not null,
  primary key (version, seq)
);

-- Images do not shrink; uncompressed, a part of a chunk can be read without the rest.
alter table storage_private.chunks alter column data set storage external;

alter table storage_private.versions enable row level security;
alter table storage_private.chunks enable row level security;
