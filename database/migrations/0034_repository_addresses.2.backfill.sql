-- The links there are. An address of another repository is old: the extension changes names and leaves addresses alone.
-- Written out, because functions take most of the time; a link that is changed meanwhile gets its address from the trigger.

with portion as (
  select id, github_repo_owner as owner, github_repo_name as name,
         case when github_repo_owner ~ '^[A-Za-z0-9_.-]+$' and github_repo_name ~ '^[A-Za-z0-9_.-]+$'
              then (select app.code_host_url()) || '/' || github_repo_owner || '/' || github_repo_name end as url
    from public.bolt_projects
   where id > coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
   order by id limit $2
), changed as (
  update public.bolt_projects as link
     set former_repo_url = case
           when link.github_repo_url is null then link.former_repo_url
           when app.names_repository(link.github_repo_url, link.github_repo_name)
                and lower(split_part(link.github_repo_url, '/', 4)) <> lower(link.github_repo_owner)
           then link.github_repo_url else link.former_repo_url end,
         github_repo_url = portion.url
    from portion
   where link.id = portion.id and portion.url is not null and portion.url is distinct from link.github_repo_url
     and (link.github_repo_owner, link.github_repo_name) = (portion.owner, portion.name)
)
select (select id::text from portion order by portion.id desc limit 1) as next
