import { buttonClasses } from '@app/ui/button-classes.ts'
import { Skeleton } from '@app/ui/skeleton.tsx'
import { Link } from 'react-router'
import { useSession } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'
import { AccountButton } from './account-button.tsx'

type Props = { onFeedback: (() => void) | undefined }

/**
 * Who is here. As long as nobody knows, the page shows what is most likely: the head script has noted whether
 * this browser holds a session, and the style sheet chooses between the two.
 */
export function AccountCorner({ onFeedback }: Props) {
  const session = useSession()

  if (session.status === 'member') {
    // On phones the one menu has it all.
    return (
      <span className="max-md:hidden">
        <AccountButton member={session} onFeedback={onFeedback} />
      </span>
    )
  }
  if (session.status !== 'loading') return <SignInLink />

  return (
    <>
      <span className="max-md:hidden has-session:hidden">
        <SignInLink />
      </span>
      <span className="hidden size-11 place-items-center max-md:hidden has-session:md:grid">
        <Skeleton className="size-9 rounded-full" />
      </span>
    </>
  )
}

function SignInLink() {
  const { t } = useTranslation()
  const { flags } = usePublicConfig()

  if (!flags.SHOW_SIGN_IN) return null

  return (
    <Link to={paths.login} className={`${buttonClasses('secondary', 'sm')} ml-2 max-md:hidden`}>
      {t('header.signIn')}
    </Link>
  )
}
