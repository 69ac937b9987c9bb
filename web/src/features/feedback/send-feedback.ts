import { dataApi } from '#api/data-api.ts'
import type { Draft } from './feedback.ts'

/** Nothing is read back: a visitor may leave a row here, but never see one. */
export async function sendFeedback(draft: Draft, userId: string | null): Promise<void> {
  const { category, title, description, priority } = draft
  const { language, userAgent } = navigator

  await dataApi()
    .from('user_feedback')
    .insert({
      feedback_category: category ?? '',
      feedback_type: 'general',
      title: title.trim() || null,
      description: description.trim(),
      priority: category === 'bug' ? priority : null,
      user_id: userId,
      user_agent: userAgent,
      page_url: location.href,
      browser_info: { language, platform: navigator.platform, vendor: navigator.vendor },
    })
    .throwOnError()
}

/** The categories that can be chosen today, in their order. */
export async function loadCategories(): Promise<string[]> {
  const { data } = await dataApi()
    .from('feedback_categories')
    .select('code')
    .eq('is_active', true)
    .neq('code', 'uninstall')
    .order('sort_order')
    .throwOnError()

  return data.map(({ code }) => code)
}
