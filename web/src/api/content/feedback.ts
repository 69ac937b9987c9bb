import { dataApi } from '#api/calls/data-api.ts'

// Visitors may insert feedback but not read it, so no row is returned.

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

type GuideAnswer = {
  /** The guide's path. */
  guide: string
  isHelpful: boolean
  text: string
  userId: string | null
}

/** The answer to "Was this helpful?" below a guide, among all other feedback. */
export async function sendGuideAnswer(answer: GuideAnswer): Promise<void> {
  const { guide, isHelpful, text, userId } = answer

  await dataApi()
    .from('user_feedback')
    .insert({
      feedback_category: isHelpful ? 'appreciation' : 'question',
      feedback_type: 'docs',
      title: guide,
      description: text,
      user_id: userId,
      ...browserColumns(),
    })
    .throwOnError()
}

/** A value that a form offers. Values that an admin adds have a name in a column per language. */
export type Choice = { code: string; name_en: string | null }

/** The active categories, in the configured order. */
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

/** Usage data from the extension; null for missing values. */
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

/** The active reasons, in the configured order. */
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
