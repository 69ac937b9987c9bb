import { Button } from '@app/ui/button.tsx'
import { buttonClasses } from '@app/ui/button-classes.ts'
import { CopyButton } from '@app/ui/copy-button.tsx'
import { FailureNotice } from '@app/ui/failure-notice.tsx'
import { Notice } from '@app/ui/notice.tsx'
import { useUnsavedMark } from '@app/ui/unsaved-marks.ts'
import { userMessage } from '#api/errors/user-message.ts'
import { useCreateRecoveryCodes } from '#api/sign-in/second-factor.ts'
import { useTranslation } from '#i18n/language-provider.tsx'

type Props = {
  left: number | null
  /** Created when the second factor was enabled, and not yet saved by the member. */
  first: string[] | null
  onFirstKept: () => void
}

/** The number of remaining codes, and new ones, which are shown only once. */
export function RecoveryCodes({ left, first, onFirstKept }: Props) {
  const { t } = useTranslation()
  const creating = useCreateRecoveryCodes(left !== null)

  const shown = creating.data ?? first
  const hide = () => {
    creating.reset()
    onFirstKept()
  }

  return (
    <section className="grid gap-3">
      <div>
        <h3 className="font-semibold">{t('settings.recovery.title')}</h3>
        <p className="text-sm text-ink-soft">{t('settings.recovery.lead')}</p>
      </div>
      {creating.error && (
        <FailureNotice
          failure={{
            title: t('settings.recovery.failed'),
            text: userMessage(t, creating.error, 'errors.tryAgain'),
          }}
        />
      )}
      {shown ? (
        <NewCodes codes={shown} onDone={hide} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-sm">
            {left === null
              ? t('settings.recovery.none')
              : t('settings.recovery.left', { count: left })}
          </p>
          <Button
            variant="secondary"
            size="sm"
            isBusy={creating.isPending}
            onClick={() => creating.mutate()}
          >
            {t(left === null ? 'settings.recovery.make' : 'settings.recovery.renew')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Leaving now would lose them permanently, so the page asks first. */
function NewCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
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

/** Sixteen letters are easier to type in groups of four; the server ignores the dashes. */
const inGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code
