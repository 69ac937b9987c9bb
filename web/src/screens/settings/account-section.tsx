import { useMember } from '#api/session/session.ts'
import { DeleteAccountCard } from '#features/account/delete-account-card.tsx'
import { ExportCard } from '#features/account/export-card.tsx'
import { EmailCard } from '#features/auth/email-card.tsx'
import { ManagedCard } from '#features/security/managed-card.tsx'

export function AccountSection() {
  const { company } = useMember()

  return (
    <>
      {company ? <ManagedCard company={company} /> : <EmailCard />}
      <ExportCard />
      <DeleteAccountCard />
    </>
  )
}
