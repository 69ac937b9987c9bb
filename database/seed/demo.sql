-- A small company at work: a member, a Pro member and an admin, with a month behind them. Needs content.sql.
-- The accounts have no password here; the code that inserts the demo gives them one.
-- All rows are inserted in one transaction, and only once, so that what a visitor deletes stays deleted.

do $demo$
declare
  mia   constant uuid := 'd0000000-0000-4000-8000-000000000001';
  priya constant uuid := 'd0000000-0000-4000-8000-000000000002';
  alex  constant uuid := 'd0000000-0000-4000-8000-000000000003';
  today constant timestamptz := app.now();
begin
  if exists (select from auth.users where id in (mia, priya, alex)) then
    return;
  end if;

  -- People

  insert into auth.users
    (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, last_sign_in_at)
  select id, 'authenticated', 'authenticated', email, today - age, '{"provider": "email", "providers": ["email"]}',
         jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'full_name', full_name),
         today - age, today - age, today - interval '3 hours'
    from (values
      (mia, 'member@demo.gitferry.test', 'Mia Torres', interval '45 days'),
      (priya, 'pro@demo.gitferry.test', 'Priya Nair', interval '130 days'),
      (alex, 'admin@demo.gitferry.test', 'Alex Rivera', interval '200 days')
    ) as person (id, email, full_name, age);

  insert into auth.identities (user_id, provider, provider_id, identity_data, created_at, updated_at, last_sign_in_at)
  select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), created_at, created_at, last_sign_in_at
    from auth.users where id in (mia, priya, alex);

  update public.users
     set created_at = (select created_at from auth.users where auth.users.id = public.users.id),
         about = case id
           when mia then 'Designs small tools for large kitchens.'
           when priya then 'Ships a prototype a week, and two of them on Fridays.'
           when alex then 'Keeps the ferry running.'
         end,
         role = case id when alex then 'admin' else 'member' end
   where id in (mia, priya, alex);

  -- Linked projects: eight of Priya's, three of Mia's. Each got its project by trigger.

  insert into public.bolt_projects
    (user_id, bolt_project_id, project_name, project_description, github_repo_owner, github_repo_name, github_branch,
     github_repo_url, is_private, created_at, last_modified, last_sync_at)
  select owner, 'sb1-demo' || number, name, description, repo_owner, repo, 'main',
         'https://github.com/' || repo_owner || '/' || repo, is_private,
         today - age, today - synced, today - synced
    from (values
      (1, priya, 'Tide Tables', 'Tides and weather for small harbours.', 'priya-nair', 'tide-tables', false, interval '120 days', interval '2 hours'),
      (2, priya, 'Invoice Lantern', 'Invoices that explain themselves.', 'priya-nair', 'invoice-lantern', true, interval '96 days', interval '5 hours'),
      (3, priya, 'Standup Notes', 'Yesterday, today, blocked: on one page.', 'lanternworks', 'standup-notes', true, interval '80 days', interval '1 day'),
      (4, priya, 'Plant Diary', 'Remembers when the ferns were watered.', 'fernhouse', 'plant-diary', true, interval '61 days', interval '2 days'),
      (5, priya, 'Lanternworks Site', 'The company''s own front page.', 'lanternworks', 'website', false, interval '55 days', interval '3 days'),
      (6, priya, 'Queue Watcher', 'Shows a waiting room how long it will take.', 'lanternworks', 'queue-watcher', true, interval '40 days', interval '6 days'),
      (7, priya, 'Colour Check', 'Contrast, measured before the designer asks.', 'priya-nair', 'colour-check', false, interval '33 days', interval '11 days'),
      (8, priya, 'Night Bus', 'Last connections home.', 'priya-nair', 'night-bus', false, interval '12 days', interval '19 hours'),
      (9, mia, 'Recipe Scaler', 'Soup for four becomes soup for four hundred.', 'mia-torres', 'recipe-scaler', false, interval '44 days', interval '4 hours'),
      (10, mia, 'Kitchen Timer Wall', 'Twelve timers on one screen.', 'mia-torres', 'timer-wall', true, interval '30 days', interval '1 day 3 hours'),
      (11, mia, 'Allergen Cards', 'Prints what is in the dish.', 'mia-torres', 'allergen-cards', false, interval '9 days', interval '2 days 7 hours')
    ) as link (number, owner, name, description, repo_owner, repo, is_private, age, synced);

  update public.projects
     set created_at = (select created_at from public.bolt_projects where id = projects.bolt_project_id),
         status = case name when 'Colour Check' then 'completed' when 'Queue Watcher' then 'archived' else 'active' end
   where owner_id in (mia, priya);

  -- What the extension reported. Pushes come from the GitHub stand-in, so that they name commits that exist.

  insert into public.sync_events (user_id, project_id, direction, result, message, created_at)
  select link.user_id, projects.id, 'outward', 'updated', null, link.last_sync_at
    from public.bolt_projects as link
    join public.projects on projects.bolt_project_id = link.id
   where link.user_id in (mia, priya)
  union all
  select owner_id, id, 'outward', 'created', null, created_at from public.projects where owner_id in (mia, priya)
  union all
  select priya, id, 'inward', 'deleted', 'priya-nair/night-bus', today - interval '18 hours'
    from public.projects where owner_id = priya and name = 'Night Bus';

  -- Projects, their teams and their boards

  insert into public.projects (owner_id, name, description, start_date, end_date, status) values
    (priya, 'Spring launch', 'Three products, one date.', (today + interval '10 days')::date, (today + interval '60 days')::date, 'planned'),
    (mia, 'Menu redesign', 'Fewer words, larger type.', (today - interval '20 days')::date, (today + interval '15 days')::date, 'active');

  insert into public.project_members (project_id, user_id, role)
  select projects.id, person, role
    from (values ('Tide Tables', mia, 'editor'), ('Tide Tables', alex, 'viewer'), ('Invoice Lantern', alex, 'editor'),
                 ('Spring launch', mia, 'viewer'), ('Menu redesign', priya, 'editor')) as team (project, person, role)
    join public.projects on projects.name = team.project and projects.owner_id in (mia, priya);

  insert into public.project_invitations (project_id, email, role, invited_by)
  select id, 'newcomer@demo.gitferry.test', 'editor', priya from public.projects where name = 'Spring launch' and owner_id = priya;

  insert into public.tasks (project_id, name, assignee_id, priority, due_date, status, position, created_by, created_at)
  select projects.id, task.name, assignee, priority, (today + due * interval '1 day')::date, task.status,
         1024 * row_number() over (partition by projects.id, task.status order by number), projects.owner_id, today - interval '14 days'
    from (values
      (1, 'Tide Tables', 'Show low water in bold', priya, 'medium', 2, 'inProgress'),
      (2, 'Tide Tables', 'Harbours of the north coast', mia, 'high', 5, 'inProgress'),
      (3, 'Tide Tables', 'Offline copy for the day', null, 'medium', 12, 'todo'),
      (4, 'Tide Tables', 'Spanish harbour names', mia, 'low', 20, 'todo'),
      (5, 'Tide Tables', 'Read the ministry''s data feed', priya, 'high', -6, 'done'),
      (6, 'Tide Tables', 'Dark theme for the night watch', alex, 'low', -2, 'todo'),
      (7, 'Invoice Lantern', 'Round taxes as the law says', priya, 'high', 1, 'inProgress'),
      (8, 'Invoice Lantern', 'Explain each line on hover', alex, 'medium', 4, 'todo'),
      (9, 'Invoice Lantern', 'Export for the accountant', priya, 'medium', -9, 'done'),
      (17, 'Invoice Lantern', 'Ask the bank for the new account', priya, 'medium', -1, 'todo'),
      (10, 'Spring launch', 'Choose the date', priya, 'high', 3, 'todo'),
      (11, 'Spring launch', 'Write the announcement', null, 'medium', 9, 'todo'),
      (12, 'Menu redesign', 'Measure reading distance', mia, 'medium', -12, 'done'),
      (13, 'Menu redesign', 'Print a test page', mia, 'high', 1, 'inProgress'),
      (14, 'Menu redesign', 'Ask the waiters', priya, 'medium', 3, 'todo'),
      (15, 'Recipe Scaler', 'Pinches and spoons', mia, 'low', 8, 'todo'),
      (16, 'Recipe Scaler', 'Ovens have a largest tray', mia, 'medium', -3, 'done')
    ) as task (number, project, name, assignee, priority, due, status)
    join public.projects on projects.name = task.project and projects.owner_id in (mia, priya);

  -- Done when it was due, not when the demo was inserted.

  update public.tasks set completed_at = due_date + interval '15 hours'
   where status = 'done' and project_id in (select id from public.projects where owner_id in (mia, priya));

  -- What Priya pays. The variant ids are those of the local checkout.

  update public.plans set lemon_squeezy_id = '1001' where name = 'Pro Monthly' and lemon_squeezy_id is null;
  update public.plans set lemon_squeezy_id = '1002' where name = 'Pro Annual' and lemon_squeezy_id is null;

  insert into public.subscriptions
    (user_id, plan_id, status, lemon_squeezy_subscription_id, current_period_start, current_period_end, renews_at, provider_updated_at, created_at)
  select priya, id, 'active', '900001', today - interval '11 days', today + interval '19 days', today + interval '19 days',
         -- Older than what the local checkout tells, which adds the card and the invoices.
         today - interval '12 days', today - interval '101 days'
    from public.plans where name = 'Pro Monthly';

  insert into public.transactions
    (user_id, subscription_id, provider_invoice_id, amount, currency, status, billing_reason, created_at)
  select priya, subscriptions.id, '91000' || month, 4, 'USD', 'paid', case month when 0 then 'initial' else 'renewal' end,
         subscriptions.created_at + month * interval '30 days'
    from public.subscriptions cross join generate_series(0, 3) as month
   where subscriptions.lemon_squeezy_subscription_id = '900001';

  -- What people said

  insert into public.user_feedback
    (user_id, feedback_category, feedback_type, title, description, priority, status, page_url, reasons, extension_version,
     days_installed, push_count, auth_method, had_errors, admin_notes, created_at)
  select sender, category, case category when 'uninstall' then 'uninstall' else 'general' end, title, description, priority, status,
         case category when 'uninstall' then '/uninstall-feedback' else '/dashboard' end,
         reasons, case category when 'uninstall' then '2.0.0' end,
         case category when 'uninstall' then 3 + age end, case category when 'uninstall' then age % 9 end,
         case category when 'uninstall' then 'github-app' end, case category when 'uninstall' then age % 2 = 0 end,
         notes, today - age * interval '1 day' - age * interval '47 minutes'
    from (values
      (1, mia, 'bug', 'Branch list stops at thirty', 'Our repository has more branches than the list shows.', 'high', 'new', null, null),
      (1, null::uuid, 'question', null, 'Does it work with a self-hosted GitHub?', null, 'new', null, null),
      (2, priya, 'feature', 'Schedule a push', 'I would like to push every evening at six.', null, 'new', null, null),
      (2, null, 'uninstall', null, 'The project at work has ended.', null, 'new', array['temporary_need'], null),
      (3, priya, 'appreciation', null, 'The diff before the push has saved me twice this week.', null, 'new', null, null),
      (4, mia, 'bug', 'Icons look blurred after a push', 'PNG files arrive slightly larger than they left.', 'critical', 'in_progress', null, 'Reproduced with a 2 MB file.'),
      (4, null, 'uninstall', null, null, null, 'new', array['company_policy', 'privacy_concerns'], null),
      (5, null, 'other', 'Stickers', 'Do you have stickers? I would put one on my laptop.', null, 'closed', null, 'Sent two.'),
      (6, priya, 'bug', 'Countdown jumps', 'The minute of the temporary copy went from 40 to 12 seconds.', 'low', 'resolved', null, 'The clock of the tab was asleep.'),
      (7, mia, 'question', 'Two accounts', 'Can I use my own account and the one of the restaurant?', null, 'in_progress', null, 'Planned with the account switcher.'),
      (8, null, 'feature', 'Firefox', 'Please bring it to Firefox.', null, 'in_progress', null, null),
      (9, null, 'uninstall', null, 'It asked me to sign in every day.', null, 'resolved', array['auth_problems'], 'Fixed by sessions of its own.'),
      (10, priya, 'appreciation', 'Support', 'Answered within the hour, on a Sunday.', null, 'closed', null, null),
      (11, mia, 'feature', 'Templates for commit messages', 'Ours begin with a ticket number.', null, 'new', null, null),
      (12, null, 'bug', null, 'The import page stays white in a private window.', 'medium', 'in_progress', null, null),
      (13, null, 'question', null, 'Which permissions does the token really need?', null, 'resolved', null, 'Linked the token guide.'),
      (15, priya, 'feature', 'Sort projects by last push', 'Seven projects are enough to lose one.', null, 'resolved', null, null),
      (16, null, 'uninstall', null, 'I went back to doing it by hand.', null, 'closed', array['too_complicated', 'workflow_mismatch'], null),
      (18, mia, 'other', null, 'The ferry in the logo sails to the left. Is that on purpose?', null, 'closed', null, 'It is coming home.'),
      (19, null, 'bug', 'Push button twice', 'A double click pushed twice, the second time with no changes.', 'medium', 'resolved', null, null),
      (21, priya, 'bug', 'Spanish date in the English page', 'The renewal date says "noviembre".', 'low', 'closed', null, null),
      (22, null, 'appreciation', null, 'I showed it to my whole class.', null, 'closed', null, null),
      (24, null, 'uninstall', null, null, null, 'new', array['no_longer_using_bolt'], null),
      (26, priya, 'question', 'Invoices', 'Where do I find my invoices?', null, 'resolved', null, null),
      (28, null, 'feature', 'Dark theme', 'My eyes would thank you.', null, 'closed', null, 'Shipped.')
    ) as feedback (age, sender, category, title, description, priority, status, reasons, notes);

  update public.user_feedback set resolved_at = created_at + interval '1 day'
   where status in ('resolved', 'closed') and resolved_at is null;

  -- Product events. Sign-ups and feedback are recorded with their rows.

  insert into public.analytics (name, user_id, properties, created_at)
  select 'upgraded', user_id, jsonb_build_object('plan', 'Pro Monthly'), created_at from public.subscriptions where user_id = priya
  union all
  select 'projects_synced', user_id, jsonb_build_object(result, 1), created_at from public.sync_events where user_id in (mia, priya);
end
$demo$;
