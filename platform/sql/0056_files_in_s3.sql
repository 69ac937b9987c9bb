-- expand
-- Bytes may lie in a bucket of an S3 service in place of `chunks`. The key is a random uuid, never a name.

alter table storage_private.versions add column s3_key uuid, add column sha256 text;

-- Objects to delete from the bucket. A move to the bucket is listed here until it is finished, so that what a killed one leaves is found.
create table storage_private.s3_deletions (
  key    uuid primary key,
  due_at timestamptz not null
);

create index s3_deletions_by_date on storage_private.s3_deletions (due_at);

alter table storage_private.s3_deletions enable row level security;

-- However a version goes, its object follows; that of an unfinished upload later, because a request that stores it may still be under way.
create function storage_private.queue_s3_deletion() returns trigger
  language plpgsql
  as $$
  begin
    insert into storage_private.s3_deletions (key, due_at)
    values (old.s3_key, ops.now() + case when old.size is null then interval '10 minutes' else interval '0' end)
    on conflict (key) do nothing;
    return null;
  end
  $$;

create trigger queue_s3_deletion
  after delete on storage_private.versions
  for each row when (old.s3_key is not null)
  execute function storage_private.queue_s3_deletion();
