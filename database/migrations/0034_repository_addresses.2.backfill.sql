-- The links there are. An address of another repository is old: the extension changes names and leaves addresses alone.

with portion as (
  select id from public.bolt_projects where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000') order by id limit $2
), changed as (
  update public.bolt_projects as link
     set former_repo_url = case
           when app.names_repository(link.github_repo_url, link.github_repo_name)
                and lower(split_part(link.github_repo_url, '/', 4)) <> lower(link.github_repo_owner)
           then link.github_repo_url else link.former_repo_url end,
         github_repo_url = app.repository_url(link.github_repo_owner, link.github_repo_name)
    from portion
   where link.id = portion.id
     and app.repository_url(link.github_repo_owner, link.github_repo_name) is distinct from link.github_repo_url
     and app.repository_url(link.github_repo_owner, link.github_repo_name) is not null
)
select (select id::text from portion order by id desc limit 1) as next
