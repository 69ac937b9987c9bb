create index concurrently user_feedback_by_words on public.user_feedback using gin (app.feedback_words(title, description))
  where deleted_at is null;
