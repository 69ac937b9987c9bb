import { dataApi } from '#api/calls/data-api.ts'

// Visitors may insert feedback but not read it, so nothing is selected back.

type Feedback = {
  category: string | null
  title: string
  description: string
  /** Only stored for a bug. */
  priority: string
}

export async function sendFeedback(feedback: Feedback, userId: string | null): Promise<void> {
  const { category, title, description, priority } = feedback

  await dataApi()
    .from('user_feedback')
    .insert({
      feedback_category: category ?? '',
      feedback_type: 'general',
      title: title.trim() || null,
      description: description.trim(),
      priority: category === 'bug' ? priority : null,
      user_id: userId,
      ...browserColumns(),
    })
    .throwOnError()
}

/** What can be chosen. An admin who adds one writes its name, in a column per language. */
export type Choice = { code: string; name_en: string | null }

/** The active categories, in their order. */
export async function loadCategories(): Promise<Choice[]> {
  const { data } = await dataApi()
    .from('feedback_categories')
    .select('*')
    .eq('is_active', true)
    .neq('code', 'uninstall')
    .order('sort_order')
    .throwOnError()

  return data
}

/** What the extension knows about its use; null where it did not say. */
export type ExtensionUsage = {
  extension_version: string | null
  days_installed: number | null
  push_count: number | null
  auth_method: string | null
  had_errors: boolean | null
}

type UninstallAnswer = {
  reasons: string[]
  description: string
  usage: ExtensionUsage
  userId: string | null
}

export async function sendUninstall(answer: UninstallAnswer): Promise<void> {
  await dataApi()
    .from('user_feedback')
    .insert({
      feedback_category: 'uninstall',
      feedback_type: 'uninstall',
      reasons: answer.reasons,
      description: answer.description || null,
      user_id: answer.userId,
      ...browserColumns(),
      ...answer.usage,
    })
    .throwOnError()
}

export type UninstallReason = Choice & { reason_group: string }

/** The active reasons, in their order. */
export async function loadReasons(): Promise<UninstallReason[]> {
  const { data } = await dataApi()
    .from('feedback_reasons')
    .select('*')
    .eq('is_active', true)
    .eq('feedback_type', 'uninstall')
    .order('sort_order')
    .throwOnError()

  return data
}

function browserColumns() {
  const { language, userAgent, platform, vendor } = navigator

  return {
    user_agent: userAgent,
    page_url: location.href,
    browser_info: { language, platform, vendor },
  }
}
