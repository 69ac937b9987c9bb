import type { MessageKey, Translator } from '#i18n/messages.ts'
import type { Namespace } from '#i18n/namespaces.ts'

type Words = (t: Translator['t'], site: { siteName: string }) => string

/** The data about a route that server and title bar need before its screen is loaded. */
export type Page = {
  status: 200 | 404
  boot: BootMode
  title: Words
  description: Words
  /** The texts of the screen beyond those of every page. */
  namespaces: readonly Namespace[]
  /** The screen's module below `src`, whose scripts are preloaded if the page needs script. */
  screen?: string
  /** Its code is not loaded before its guard has decided. */
  isGuarded?: true
  /** Sent with only its own styles (landing.css). */
  isLanding?: true
  /** Answers 404 except in development. */
  isDevelopmentOnly?: true
}

/** An existing page, by the keys of its title and description. */
export function page(
  boot: BootMode,
  title: MessageKey,
  description: MessageKey,
  namespaces: readonly Namespace[] = [],
): Page {
  return {
    status: 200,
    boot,
    namespaces,
    title: (t, site) => t(title, site),
    description: (t, site) => t(description, site),
  }
}

/** The page among a location's matches; the innermost route takes precedence. */
export function pageOf(matches: { handle?: unknown }[]): Page | null {
  const handles = matches.map((match) => match.handle as Page | undefined)

  return handles.findLast((handle) => handle !== undefined) ?? null
}

/**
 * How a page is hydrated: on first use, also when the extension answers, or as an empty shell.
 */
export type BootMode = 'on-use' | 'on-answer' | 'shell'
