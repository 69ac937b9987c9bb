import { WarningIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The minute in which a private repository's copy is public, told as it is. */
export function PrivatePassage() {
  const { t } = useTranslation()

  return (
    <figure className="mt-6 rounded-lg border border-line bg-surface p-6 md:p-8">
      <figcaption className="text-sm text-ink-soft">{t('home.passage.caption')}</figcaption>
      <ol className="mt-6 grid gap-6 sm:grid-cols-3 sm:gap-0">
        <Mark time="0:00" words={t('home.passage.start')} />
        <Mark time="…" words={t('home.passage.middle')} />
        <Mark time="1:00" words={t('home.passage.end')} isLast />
      </ol>
      <p className="mt-6 flex items-start gap-3 border-t border-line pt-5 text-sm text-ink-soft">
        <WarningIcon className="mt-px size-5 flex-none text-notice" />
        <span className="max-w-[70ch]">{t('home.passage.honest')}</span>
      </p>
    </figure>
  )
}

type MarkProps = { time: string; words: string; isLast?: boolean }

/** A buoy on the dotted way; the last one ends it. */
function Mark({ time, words, isLast = false }: MarkProps) {
  return (
    <li className="relative pl-8 sm:pt-8 sm:pr-6 sm:pl-0">
      {!isLast && (
        <span className="absolute top-6 bottom-[-1.25rem] left-[7px] border-l-2 border-dotted border-line-strong sm:inset-x-6 sm:top-[7px] sm:bottom-auto sm:left-6 sm:border-t-2 sm:border-l-0" />
      )}
      <span
        className={`absolute top-1 left-0 size-4 rounded-full border-2 border-ink-soft sm:top-0 ${isLast ? 'bg-surface' : 'bg-ink-soft'}`}
      />
      <p className="font-mono text-xs text-ink-faint">{time}</p>
      <p className="mt-1 font-medium">{words}</p>
    </li>
  )
}
