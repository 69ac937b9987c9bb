-- expand
create unique index concurrently versions_in_s3 on storage_private.versions (s3_key) where s3_key is not null;
