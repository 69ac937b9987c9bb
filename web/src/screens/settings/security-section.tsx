import { useMember } from '#api/session/session.ts'
import { usePublicConfig } from '#config/public-config.tsx'
import { PasswordCard } from '#features/auth/password-card.tsx'
import { ConnectedApps } from '#features/connected-apps/connected-apps.tsx'
import { DevicesCard } from '#features/security/devices-card.tsx'
import { IdentitiesCard } from '#features/security/identities-card.tsx'
import { ManagedCard } from '#features/security/managed-card.tsx'
import { PasskeysCard } from '#features/security/passkeys-card.tsx'
import { SecondFactorCard } from '#features/security/second-factor-card.tsx'

export function SecuritySection() {
  const { passkeys } = usePublicConfig()
  const { company } = useMember()

  return (
    <>
      {company ? (
        <ManagedCard company={company} />
      ) : (
        <>
          <PasswordCard />
          {passkeys && <PasskeysCard />}
          <SecondFactorCard />
          <IdentitiesCard />
        </>
      )}
      <DevicesCard />
      <ConnectedApps />
    </>
  )
}
