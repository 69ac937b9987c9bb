import { Notice } from '@app/ui/notice.tsx'
import { Link } from 'react-router'
import { CodedError } from '#api/errors/coded-error.ts'
import { paths } from '#config/paths.ts'
import { useTranslation } from '#i18n/language-provider.tsx'
import { adminMessage } from './admin-message.ts'

type Props = { title?: string; error: unknown }

/** Why an action of the area was refused, shown beside the action. */
export function AdminFailure({ title, error }: Props) {
  const { t } = useTranslation()
  const isFactorMissing = error instanceof CodedError && error.code === 'insufficient_aal'

  return (
    <Notice tone="danger">
      {title && <p className="font-semibold">{title}</p>}
      <p>{adminMessage(t, error)}</p>
      {isFactorMissing && (
        <Link
          to={`${paths.settings}?tab=security`}
          className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {t('admin.errors.setUpFactor')}
        </Link>
      )}
    </Notice>
  )
}
