-- The landing page shows the resources; like the plans, they are heard of when they change.

create trigger tell_public_content
  after insert or update or delete or truncate on public.resource_categories
  for each statement execute function app.tell_public_content();

create trigger tell_public_content
  after insert or update or delete or truncate on public.resources
  for each statement execute function app.tell_public_content();
