-- Links of the caller that lead to one branch of one repository: each push would replace the other project's files.

create function public.get_duplicate_links()
  returns table (link_id text, project_name text, repo_owner text, repo_name text, branch text, last_sync_at timestamptz)
  language sql stable security invoker set search_path = ''
  as $$
  select id::text, project_name::text, github_repo_owner::text, github_repo_name::text, coalesce(github_branch, 'main')::text, last_sync_at
    from (
      select *,
             count(*) over (
               partition by lower(github_repo_owner), lower(github_repo_name), coalesce(github_branch, 'main')
             ) as shared_by
        from public.bolt_projects
       where user_id = (select auth.uid())
         and deleted_at is null
         and github_repo_owner is not null
         and github_repo_name is not null
    ) as linked
   where shared_by > 1
   order by lower(github_repo_owner), lower(github_repo_name), coalesce(github_branch, 'main'),
            last_sync_at desc nulls last, id
   limit 100
  $$;

revoke execute on function public.get_duplicate_links() from public;
grant execute on function public.get_duplicate_links() to authenticated;
