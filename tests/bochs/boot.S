/* SPDX-License-Identifier: CC0-1.0 */
/* From the BIOS to a C function in 64-bit mode, with all vector registers switched on.
 *
 * The first sector of a disk. It reads the `sectors` that follow to 0x10000 (link.ld counts
 * them), maps the first gigabyte to itself and calls examine(). Memory:
 *
 *   0x1000   page tables: one of each of three levels, pages of 2 MB
 *   0x7c00   this sector; the stack grows down from it until long mode
 *   0x9f000  the stack grows down from here
 *   0x10000  text and data of the program (link.ld); its bss at 0x200000                  */

    .intel_syntax noprefix

#define PAGES 0x1000
#define STACK 0x9f000
#define CHUNK 64 /* sectors a read: the BIOS allows 127 */

    .section .boot, "ax"
    .code16
    cli
    xor ax, ax
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov sp, 0x7c00
    mov bp, offset sectors
    mov di, 0x1000 /* segment to read to */
read:
    mov word ptr [packet + 6], di
    mov si, offset packet
    mov ah, 0x42 /* extended read */
    mov dl, 0x80 /* first disk */
    int 0x13
    jc stop
    add di, CHUNK * 512 / 16
    add dword ptr [packet + 8], CHUNK
    sub bp, CHUNK
    ja read
    mov ax, 0x2401 /* address line 20 */
    int 0x15
    lgdt [descriptors]
    mov eax, cr0
    or al, 1
    mov cr0, eax
    jmp 8:protected
stop:
    hlt
    jmp stop

    .balign 4
packet: /* of the extended read: size, sectors, offset, segment, first sector */
    .byte 16, 0
    .short CHUNK, 0, 0
    .quad 1
table: /* segments: none, 32-bit code, data, 64-bit code */
    .quad 0, 0x00cf9a000000ffff, 0x00cf92000000ffff, 0x00af9a000000ffff
descriptors:
    .short 31
    .long table

    .code32
protected:
    mov ax, 16
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov edi, PAGES
    xor eax, eax
    mov ecx, 0x3000 / 4
    rep stosd
    mov dword ptr [PAGES], PAGES + 0x1003
    mov dword ptr [PAGES + 0x1000], PAGES + 0x2003
    mov edi, PAGES + 0x2000
    mov eax, 0x83 /* present, writable, 2 MB */
    mov ecx, 512
map:
    mov [edi], eax
    add eax, 0x200000
    add edi, 8
    loop map
    mov eax, PAGES
    mov cr3, eax
    mov eax, cr4
    or eax, 0x40620 /* PAE, OSFXSR, OSXMMEXCPT, OSXSAVE */
    mov cr4, eax
    mov ecx, 0xc0000080 /* EFER.LME */
    rdmsr
    or eax, 0x100
    wrmsr
    mov eax, cr0
    and eax, ~4 /* no emulation of the coprocessor */
    or eax, 0x80000002
    mov cr0, eax
    jmp 24:long

    .code64
long:
    xor ecx, ecx
    xgetbv
    or eax, 0xe7 /* x87, xmm, ymm, mask registers, zmm */
    xsetbv
    mov rsp, STACK
    mov edi, offset bss
    mov ecx, offset bss_end
    sub ecx, edi
    xor eax, eax
    rep stosb
    call examine
    jmp stop

    .org 510
    .short 0xaa55
