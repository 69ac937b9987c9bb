create unique index concurrently tasks_number_in_project on public.tasks (project_id, number);
