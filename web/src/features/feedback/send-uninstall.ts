import { dataApi } from '#api/data-api.ts'
import { type Reason, usageIn } from './uninstall.ts'

/** Nothing is read back: a visitor may leave a row here, but never see one. */
export async function sendUninstall(answer: {
  reasons: string[]
  description: string
  userId: string | null
}): Promise<void> {
  const { language, userAgent, platform, vendor } = navigator

  await dataApi()
    .from('user_feedback')
    .insert({
      feedback_category: 'uninstall',
      feedback_type: 'uninstall',
      reasons: answer.reasons,
      description: answer.description || null,
      user_id: answer.userId,
      user_agent: userAgent,
      page_url: location.href,
      browser_info: { language, platform, vendor },
      ...usageIn(location.search),
    })
    .throwOnError()
}

/** The reasons that can be chosen today, in their order. */
export async function loadReasons(): Promise<Reason[]> {
  const { data } = await dataApi()
    .from('feedback_reasons')
    .select('code, reason_group')
    .eq('is_active', true)
    .eq('feedback_type', 'uninstall')
    .order('sort_order')
    .throwOnError()

  return data
}
