import { type Person, pictureOf } from './person.ts'

/** A person's claims, limited by the scopes. */
export function claimsAbout(person: Person, scopes: readonly string[], googleUrl: string) {
  const [givenName = '', ...familyNames] = person.name.split(' ')

  return {
    sub: person.sub,
    ...(scopes.includes('email') && {
      email: person.email,
      email_verified: person.emailVerified,
      ...(person.hostedDomain && { hd: person.hostedDomain }),
    }),
    ...(scopes.includes('profile') && {
      name: person.name,
      given_name: givenName,
      ...(familyNames.length > 0 && { family_name: familyNames.join(' ') }),
      picture: googleUrl + pictureOf(person),
    }),
  }
}
