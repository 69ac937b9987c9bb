create unique index concurrently temporary_clones_one_running on public.temporary_clones (user_id)
  where status in ('reading', 'asking', 'creating', 'copying', 'public');
create index concurrently temporary_clones_left_by_account on public.temporary_clones (github_user_id) where deleted_at is null;
-- One row for each member and commit, whoever tells of it first: the extension, or GitHub's webhook.
create index concurrently push_records_by_commit on public.push_records (user_id, commit_sha) where commit_sha is not null;
