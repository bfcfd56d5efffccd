/** The address parser of nodemailer: a second opinion for a test. Its own types are not found by this project's way to resolve modules. */
declare module 'nodemailer/lib/addressparser' {
	function addressparser(header: string, options: { flatten: true }): Array<{ name: string; address: string }>;
	export default addressparser;
}
