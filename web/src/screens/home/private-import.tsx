import { useTranslation } from '#i18n/language-provider.tsx'

/** The minute in which a private repository's copy is public. */
export function PrivateImport() {
  const { t } = useTranslation()

  return (
    <div>
      <ol className="grid gap-3 text-sm">
        <Moment time="0:00" text={t('home.privateImport.start')} />
        <Moment time="…" text={t('home.privateImport.middle')} />
        <Moment time="1:00" text={t('home.privateImport.end')} />
      </ol>
      <p className="mt-4 border-t border-line pt-4 text-xs text-ink-soft">
        {t('home.privateImport.notice')}
      </p>
    </div>
  )
}

function Moment({ time, text }: { time: string; text: string }) {
  return (
    <li className="flex items-baseline gap-4">
      <span className="w-8 flex-none font-mono text-xs text-ink-faint">{time}</span>
      {text}
    </li>
  )
}
