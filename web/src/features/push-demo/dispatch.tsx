import { Button } from '@app/ui/button.tsx'
import { CheckIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { rehearsal } from './rehearsal.ts'

type Props = {
  place: 'here' | 'crossing' | 'there'
  count: number
  onPush: () => void
  onReset: () => void
}

/** The commit before and after it left, in a row that never changes its height. */
export function Dispatch({ place, count, onPush, onReset }: Props) {
  const { t } = useTranslation()
  const { branch, commit } = rehearsal
  const hasArrived = place === 'there'

  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line bg-sunken px-5 py-3.5">
      <div className="flex min-h-12 min-w-0 flex-1 basis-56 items-center gap-3">
        {hasArrived && (
          <span className="grid size-7 flex-none animate-arrive place-items-center rounded-full border border-line-strong bg-surface text-positive">
            <CheckIcon className="size-4" />
          </span>
        )}
        <div className="min-w-0">
          <p className="truncate font-medium">{t('home.crossing.commit')}</p>
          <p className="truncate text-xs text-ink-soft">
            {hasArrived ? (
              <>
                {t('home.crossing.arrived', { branch })}
                {' · '}
                <span className="font-mono">{commit}</span>
              </>
            ) : (
              t('home.crossing.note')
            )}
          </p>
        </div>
      </div>
      {hasArrived ? (
        <Button variant="secondary" size="sm" onClick={onReset} className="max-sm:w-full">
          {t('home.crossing.again')}
        </Button>
      ) : (
        <Button
          size="sm"
          isBusy={place === 'crossing'}
          busyText={t('home.crossing.pushing')}
          disabled={count === 0}
          onClick={onPush}
          className="noscript:hidden max-sm:w-full"
        >
          {t('home.crossing.push', { count })}
        </Button>
      )}
    </div>
  )
}
