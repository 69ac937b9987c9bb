import type { Project } from '#api/projects/projects.ts'
import { useMember } from '#api/session/session.ts'
import { InviteCard } from '#features/project-members/invite-card.tsx'
import { MembersCard } from '#features/project-members/members-card.tsx'
import { PendingInvitationsCard } from '#features/project-members/pending-invitations-card.tsx'

export function MembersTab({ project }: { project: Project }) {
  const isOwner = project.role === 'owner'
  const team = {
    projectId: project.id,
    projectName: project.name,
    memberId: useMember().id,
    isOwner,
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <MembersCard team={team} />
      {isOwner && (
        <div className="grid gap-6">
          <InviteCard projectId={project.id} />
          <PendingInvitationsCard projectId={project.id} />
        </div>
      )}
    </div>
  )
}
