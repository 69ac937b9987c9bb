import { LockIcon } from '@app/ui/icons.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import type { CheckResult } from './shown-state.ts'
import { useCheckWords } from './use-check-words.ts'

type Props = {
  /** Null while it is loading. */
  check: (CheckResult & { isPrivate: boolean | null; hasPrivacyChanged: boolean }) | null
  /** The link's value, until GitHub answers. */
  isPrivate: boolean
}

/** Private or public: neutral information. */
export function VisibilityLabel({ check, isPrivate }: Props) {
  const { t } = useTranslation()
  const words = useCheckWords(check)
  if (check?.statusIndicator === 'no-repo') return null

  const isHidden = check?.isPrivate ?? isPrivate
  return (
    <span
      title={words ?? undefined}
      className="inline-flex items-center gap-1 text-xs text-ink-soft"
    >
      {isHidden && <LockIcon className="size-3" />}
      {t(isHidden ? 'github.check.private' : 'github.check.public')}
      {check?.hasPrivacyChanged && ` · ${t('github.check.changed')}`}
    </span>
  )
}
