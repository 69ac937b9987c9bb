-- What every installation begins with. Runs on each start and never touches a row that is already there, so that what an
-- admin has changed stays changed.

insert into public.plans (id, name, description, price, interval, features, sort_order) values
  ('00000000-0000-4000-a000-000000000001', 'Free', 'Everything you need to carry a project to GitHub and back.',
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

-- Admins may delete these too, and then they must not come back: hence only into an empty table.
with categories as (
  insert into public.resource_categories (id, code, name_en, name_es, sort_order)
  select id::uuid, code, name_en, name_es, sort_order
    from (values
      ('00000000-0000-4000-b000-000000000001', 'video', 'Watch', 'Ver', 1),
      ('00000000-0000-4000-b000-000000000002', 'docs', 'Read', 'Leer', 2),
      ('00000000-0000-4000-b000-000000000003', 'community', 'Meet', 'Conocer', 3)
    ) as seed (id, code, name_en, name_es, sort_order)
   where not exists (select from public.resource_categories)
  returning id, code
)
insert into public.resources (category_id, title_en, title_es, description_en, description_es, url, sort_order)
select categories.id, title_en, title_es, description_en, description_es, url, sort_order
  from (values
    ('video', 'The crossing in three minutes', 'La travesía en tres minutos',
     'From a fresh project in the builder to its first commit on GitHub.',
     'De un proyecto recién creado a su primer commit en GitHub.',
     'https://www.youtube.com/@gitferry', 1),
    ('docs', 'Getting started', 'Primeros pasos',
     'Install the extension, connect GitHub and push your first project.',
     'Instala la extensión, conecta GitHub y envía tu primer proyecto.',
     '/welcome', 1),
    ('docs', 'Making a personal access token', 'Crear un token de acceso personal',
     'Which kind to choose, and which permissions it needs.',
     'Qué tipo elegir y qué permisos necesita.',
     'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens', 2),
    ('docs', 'What the GitHub App may do', 'Lo que puede hacer la GitHub App',
     'How permissions of an installed app work, and how to take them back.',
     'Cómo funcionan los permisos de una app instalada y cómo retirarlos.',
     'https://docs.github.com/en/apps/using-github-apps/reviewing-and-modifying-installed-github-apps', 3),
    ('community', 'Questions and answers', 'Preguntas y respuestas',
     'Ask other people who ship from the builder.',
     'Pregunta a otras personas que publican desde el constructor.',
     'https://github.com/orgs/community/discussions', 1)
  ) as seed (category, title_en, title_es, description_en, description_es, url, sort_order)
  join categories on categories.code = seed.category;
