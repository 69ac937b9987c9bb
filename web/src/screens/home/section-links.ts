import type { PublicConfig } from '@app/contract/public-config'
import type { Translator } from '#i18n/messages.ts'
import { anchors } from './anchors.ts'

/** Specification, section 2: the section navigation; the upgrade section and its anchor come and go together. */
export function sectionLinks(t: Translator['t'], { flags }: PublicConfig) {
  return [
    { href: `#${anchors.features}`, text: t('home.nav.features') },
    ...(flags.SHOW_UPGRADE_SECTION
      ? [{ href: `#${anchors.upgrade}`, text: t('home.nav.upgrade') }]
      : []),
    { href: `#${anchors.fixServices}`, text: t('home.nav.fixServices') },
    { href: `#${anchors.help}`, text: t('home.nav.help') },
  ]
}
