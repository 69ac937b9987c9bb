import { buttonClasses } from '@app/ui/button-classes.ts'
import { PageMessage } from '@app/ui/page-message.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { myInvitationsQuery } from '#api/projects/my-invitations.ts'
import { useMember } from '#api/session/session.ts'
import { paths } from '#config/paths.ts'
import { InvitationCard } from '#features/project-members/my-invitations.tsx'
import { useTranslation } from '#i18n/language-provider.tsx'

/** The link of an invitation leads here first: the project is invisible until it is accepted. */
export function NoProject() {
  const { t } = useTranslation()
  const { email } = useMember()
  const [parameters] = useSearchParams()
  const invited = parameters.get('invitation')
  const invitations = useQuery({ ...myInvitationsQuery, enabled: invited !== null })
  const invitation = invitations.data?.find(({ id }) => id === invited)
  if (invited && invitations.isPending) return null

  if (invitation) {
    return (
      <div className="page-edge grid max-w-[36rem] gap-6 py-10 md:py-14">
        <h1 className="sr-only">
          {t('team.invitation.title', { project: invitation.project_name })}
        </h1>
        <InvitationCard invitation={invitation} />
      </div>
    )
  }

  return (
    <PageMessage
      title={invited ? t('team.invitation.goneTitle') : t('project.gone.title')}
      lead={invited ? t('team.invitation.gone', { email }) : t('project.gone.lead')}
      actions={
        <Link to={paths.projects} className={buttonClasses('primary')}>
          {t('project.back')}
        </Link>
      }
    />
  )
}
