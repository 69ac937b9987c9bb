import { useQuery } from '@tanstack/react-query'
import type { FeedbackItem, FeedbackPriority, FeedbackStatus } from '#api/admin/admin-feedback.ts'
import { type FeedbackChoice, feedbackListsQuery } from '#api/admin/admin-feedback-lists.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { MessageKey, Translator } from '#i18n/messages.ts'
import { choiceWords } from './choice-words.ts'
import { CATEGORY_WORDS, PRIORITY_WORDS } from './feedback.ts'
import { REASON_WORDS } from './uninstall.ts'

/** Of what is told by the page for those who remove the extension; nobody chooses it in a form. */
const UNINSTALL = 'uninstall'

export const STATUS_WORDS: Record<FeedbackStatus, MessageKey> = {
  new: 'admin.feedback.status.new',
  in_progress: 'admin.feedback.status.inProgress',
  resolved: 'admin.feedback.status.resolved',
  closed: 'admin.feedback.status.closed',
}

export const STATUS_TONES = {
  new: 'accent',
  in_progress: 'notice',
  resolved: 'positive',
  closed: 'plain',
} as const

export const PRIORITY_TONES = {
  low: 'plain',
  medium: 'plain',
  high: 'notice',
  critical: 'danger',
} as const

export const priorityWords = (t: Translator['t'], priority: FeedbackPriority) =>
  t(PRIORITY_WORDS[priority])

/** What codes in feedback are called; those that an admin has added by the admin's words. */
export function useCodeWords() {
  const { t } = useTranslation()
  const lists = useQuery(feedbackListsQuery)
  const wordsOf = useChoiceWords()
  const find = (list: FeedbackChoice['list'], code: string) =>
    wordsOf(
      lists.data?.find((one) => one.list === list && one.code === code) ?? {
        list,
        code,
        name_en: null,
        name_es: null,
      },
    )

  return {
    /** All that feedback may have, also those that are switched off. */
    categories: [
      ...(lists.data ?? []).filter(({ list }) => list === 'feedback_categories'),
      { code: UNINSTALL },
    ].map(({ code }) => code),
    category: (code: string) =>
      code === UNINSTALL ? t('admin.feedback.uninstall') : find('feedback_categories', code),
    reason: (code: string) => find('feedback_reasons', code),
  }
}

/** Whether the product brings its words. */
export const hasOwnWords = ({ list, code }: Pick<FeedbackChoice, 'list' | 'code'>): boolean =>
  code in (list === 'feedback_categories' ? CATEGORY_WORDS : REASON_WORDS)

type NamedChoice = Pick<FeedbackChoice, 'list' | 'code' | 'name_en' | 'name_es'>

/** As people read it where they choose. */
export function useChoiceWords(): (choice: NamedChoice) => string {
  const translator = useTranslation()

  return (choice) =>
    choiceWords(
      translator,
      choice.list === 'feedback_categories' ? CATEGORY_WORDS : REASON_WORDS,
      choice,
    )
}

/** The title, else the first line of what was written, else what it is. */
export function headlineOf(t: Translator['t'], item: FeedbackItem): string {
  const firstLine = item.description?.trim().split('\n')[0]?.trim()

  return item.title?.trim() || firstLine || t('admin.feedback.noText')
}

export function senderWords(t: Translator['t'], { sender }: FeedbackItem): string {
  return sender ? sender.display_name || sender.email : t('admin.feedback.visitor')
}
