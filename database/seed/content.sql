-- What every installation begins with. Runs on each start and never touches a row that is already there, so that what an
-- admin has changed stays changed.

insert into public.plans (id, name, description, price, interval, features, sort_order) values
  ('00000000-0000-4000-a000-000000000001', 'Free', 'Everything you need to push to GitHub and import back.',
   0, null, array['push', 'import', 'private_repositories', 'organisations'], 1),
  ('00000000-0000-4000-a000-000000000002', 'Pro Monthly', 'For people who push every day.',
   4, 'month', array['branch_import', 'idle_push', 'auth_reminder', 'issues', 'diff_review', 'early_access'], 2),
  ('00000000-0000-4000-a000-000000000003', 'Pro Annual', 'A year of Pro for the price of ten months.',
   40, 'year', array['branch_import', 'idle_push', 'auth_reminder', 'issues', 'diff_review', 'early_access'], 3)
on conflict (id) do nothing;

-- The specification's codes (section 3); their words, in both languages, are the web app's.

insert into public.feedback_categories (code, sort_order) values
  ('appreciation', 1), ('question', 2), ('bug', 3), ('feature', 4), ('other', 5), ('uninstall', 6)
on conflict (code) do nothing;

insert into public.feedback_reasons (code, reason_group, sort_order) values
  ('not_working', 'technical', 1), ('conflicts', 'technical', 2), ('performance', 'technical', 3), ('auth_problems', 'technical', 4),
  ('too_complicated', 'usability', 5), ('confusing_interface', 'usability', 6), ('missing_features', 'usability', 7),
  ('workflow_mismatch', 'workflow', 8), ('better_alternatives', 'workflow', 9), ('temporary_need', 'workflow', 10),
  ('privacy_concerns', 'other', 11), ('no_longer_using_bolt', 'other', 12), ('company_policy', 'other', 13), ('other_reason', 'other', 14)
on conflict (code) do nothing;

-- Only into an empty table, because what an admin deleted must not come back.
with categories as (
  insert into public.resource_categories (id, code, name_en, name_es, sort_order)
  select id::uuid, code, name_en, name_es, sort_order
    from (values
      ('00000000-0000-4000-b000-000000000001', 'video', 'Watch', 'Ver', 1),
      ('00000000-0000-4000-b000-000000000002', 'docs', 'Read', 'Leer', 2),
      ('00000000-0000-4000-b000-000000000003', 'community', 'Ask', 'Preguntar', 3)
    ) as seed (id, code, name_en, name_es, sort_order)
   where not exists (select from public.resource_categories)
  returning id, code
)
insert into public.resources (category_id, title_en, title_es, description_en, description_es, url, sort_order)
select categories.id, title_en, title_es, description_en, description_es, url, sort_order
  from (values
    ('video', 'From project to commit', 'Del proyecto al commit',
     'The first push, step by step and with pictures.',
     'El primer push, paso a paso y con imágenes.',
     '/docs/getting-started', 1),
    ('docs', 'Create a personal access token', 'Crear un token de acceso personal',
     'Which kind to choose, and which permissions it needs.',
     'Qué tipo elegir y qué permisos necesita.',
     '/docs/token', 1),
    ('docs', 'What the GitHub App may do', 'Qué puede hacer la GitHub App',
     'Every permission and its reason, and how to take it back.',
     'Cada permiso y su motivo, y cómo retirarla.',
     '/docs/github-app', 2),
    ('docs', 'Troubleshooting', 'Solución de problemas',
     'Find the fix by what you see.',
     'Busca la solución por lo que ves.',
     '/docs/troubleshooting', 3),
    ('community', 'Discussions', 'Debates',
     'Ask other people who push from bolt.new.',
     'Pregunta a otras personas que hacen push desde bolt.new.',
     'https://github.com/gitferry/gitferry/discussions', 1)
  ) as seed (category, title_en, title_es, description_en, description_es, url, sort_order)
  join categories on categories.code = seed.category;
