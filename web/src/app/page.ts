import type { MessageKey, Translator } from '#i18n/messages.ts'
import type { Namespace } from '#i18n/namespaces.ts'
import type { BootMode } from './boot-mode.ts'

type Words = (t: Translator['t'], site: { siteName: string }) => string

/** What the server and the browser's title bar must know of a route before its screen is loaded. */
export type Page = {
  status: 200 | 404
  boot: BootMode
  title: Words
  description: Words
  /** The words that the screen says beyond those that every page may say. */
  namespaces: readonly Namespace[]
  /** The module of the screen below `src`, whose scripts are preloaded where nothing is shown without them. */
  screen?: string
  /** Nothing of it is loaded before its guard has decided. */
  isGuarded?: true
  /** Is sent with its own styles only (landing.css). */
  isLanding?: true
  /** Answers not-found wherever the product is not under construction. */
  isDevelopmentOnly?: true
}

/** A page that exists, by the keys of its title and its description. */
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

/** The page among a location's matches; the innermost route has the say. */
export function pageOf(matches: { handle?: unknown }[]): Page | null {
  const handles = matches.map((match) => match.handle as Page | undefined)

  return handles.findLast((handle) => handle !== undefined) ?? null
}
