import type { MessageKey } from '#i18n/messages.ts'

/** Specification, sections 3 and 5. */
export const TITLE_MAX_CHARACTERS = 200
export const DESCRIPTION_ROWS = 5

/** The table would refuse more. */
export const DESCRIPTION_MAX_CHARACTERS = 10_000

export const PRIORITIES = ['low', 'medium', 'high', 'critical'] as const
export type Priority = (typeof PRIORITIES)[number]

export type Draft = {
  category: string | null
  title: string
  description: string
  /** Used only for bugs. */
  priority: Priority
}

export const EMPTY_DRAFT: Draft = {
  category: null,
  title: '',
  description: '',
  priority: 'medium',
}

/** Uninstall feedback has a separate page. */
export const CATEGORIES = ['appreciation', 'question', 'bug', 'feature', 'other']

export const CATEGORY_WORDS: Partial<Record<string, MessageKey>> = {
  appreciation: 'feedback.categories.appreciation',
  question: 'feedback.categories.question',
  bug: 'feedback.categories.bug',
  feature: 'feedback.categories.feature',
  other: 'feedback.categories.other',
}

export const PRIORITY_WORDS: Record<Priority, MessageKey> = {
  low: 'feedback.priorities.low',
  medium: 'feedback.priorities.medium',
  high: 'feedback.priorities.high',
  critical: 'feedback.priorities.critical',
}

/** Why a draft cannot be sent, or null. */
export function missingIn({ category, description }: Draft): MessageKey | null {
  if (!category) return 'feedback.categoryRequired'
  return description.trim() === '' ? 'feedback.descriptionRequired' : null
}
