export function livenPattern() {}
