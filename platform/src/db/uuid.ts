const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What PostgreSQL's type takes, in the usual form; RFC 9562 would refuse some of them. */
export const isUuid = (text: string): boolean => UUID.test(text)
