drop index public.user_feedback_by_status_only;
