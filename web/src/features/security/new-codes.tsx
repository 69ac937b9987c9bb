import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

/** Leaving now would lose them for good, so the page asks first. */
export function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const grouped = codes.map(inGroups)
  const text = grouped.join('\n')
  useUnsavedMark(true)

  return (
    <div className="grid gap-4">
      <Notice tone="plain">{t('settings.recovery.once')}</Notice>
      <ul className="grid gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono text-sm sm:grid-cols-2">
        {grouped.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={text} text={t('settings.copy')} copiedText={t('settings.copied')} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={t('settings.recovery.file')}
          className={buttonClasses('secondary', 'sm')}
        >
          {t('settings.recovery.download')}
        </a>
        <Button size="sm" onClick={onDone}>
          {t('settings.recovery.done')}
        </Button>
      </div>
    </div>
  )
}

/** Sixteen letters are read and typed in fours; the server does not mind the dashes. */
const inGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code
