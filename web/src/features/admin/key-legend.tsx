import { ShortcutKeys } from '@app/ui/shortcut-keys.tsx'
import { areShortcutsOn } from '#browser/shortcuts-choice.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

export type Legend = { keys: string[]; words: string }

/** Shown below a list on devices with a keyboard. Kept out of the dialog for `?`, whose texts every page would load. */
export function KeyLegend({ own, hasSelection = true }: { own: Legend[]; hasSelection?: boolean }) {
  const { t } = useTranslation()
  if (!areShortcutsOn()) return null
  const all: Legend[] = [
    { keys: ['J', 'K'], words: t('admin.keys.move') },
    { keys: ['↵'], words: t('admin.keys.open') },
    { keys: ['Esc'], words: t('admin.keys.close') },
    ...(hasSelection ? [{ keys: ['X'], words: t('admin.keys.select') }] : []),
    { keys: ['R'], words: t('admin.keys.reload') },
    ...own,
  ]

  return (
    <ul
      aria-label={t('admin.keys.title')}
      className="flex flex-wrap gap-x-5 gap-y-2 text-xs text-ink-soft max-sm:hidden pointer-coarse:hidden"
    >
      {all.map(({ keys, words }) => (
        <li key={words} className="flex items-center gap-2">
          <ShortcutKeys keys={keys} />
          {words}
        </li>
      ))}
    </ul>
  )
}
