import type { MessageKey } from '#i18n/messages.ts'

export const TABS = ['board', 'members', 'details', 'history'] as const

export type Tab = (typeof TABS)[number]

export const TAB_WORDS: Record<Tab, MessageKey> = {
  board: 'project.tabs.board',
  members: 'project.tabs.members',
  details: 'project.tabs.details',
  history: 'project.tabs.history',
}

/** What the address asks for, or the board. */
export const tabOf = (parameter: string | null): Tab =>
  TABS.find((tab) => tab === parameter) ?? 'board'
