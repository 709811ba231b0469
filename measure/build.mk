# Builds what $(B)/cells.mk lists. Called by scripts/shootout/build/programs.py:
#   make -f measure/build.mk B=build T=/where/it/is/build TIMEOUT='timeout 300'
#
# A cell or harness that does not compile leaves status 1 and its log and stops
# nothing else; it is not tried again before something it is made of changes.
# cells.mk sets for each target what the recipes use:
#   CC       the compiler command
#   ABI      chooses the counters
#   STAGE    the flat copy of the implementation
#   SOURCES  its files to compile
#   NAME     its namespace
#   HARNESS  the folder of the harness made by the same compiler

M := $(CURDIR)/measure
COMMON := counter clock
JAIL := jail channel records state syscalls vectors
TRY := try guard $(JAIL)
MEASURE := measure quartiles watch $(JAIL)
WARDEN := warden records syscalls vectors
COUNTERS := $(basename $(notdir $(wildcard $(M)/cpucycles/*.c)))
FLAGS := -DSUPERCOP -std=gnu99 -I. -I$(M)

DEFINES = -DSUPERCOP \
	-D'CRYPTO_NAMESPACETOP=$(NAME)' \
	-D'_CRYPTO_NAMESPACETOP=_$(NAME)' \
	-D'CRYPTO_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_SHARED_NAMESPACE(name)=$(NAME)_\#\#name' \
	-D'_CRYPTO_SHARED_NAMESPACE(name)=_$(NAME)_\#\#name' \
	-D'CRYPTO_ALIGN(n)=__attribute__((aligned(n)))'

all:

include $(B)/cells.mk

all: $(CELLS)

HARNESS_SOURCES := $(wildcard $(M)/*.c $(M)/*.h $(M)/*.inc $(M)/cpucycles/*)

$(B)/harness/%/status: $(HARNESS_SOURCES) measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && rm -f *.o *.a && awk '$$1 != "#" { for (i = 2; i <= NF; ++i) \
		if ($$i == "any" || $$i == "$(ABI)") { gsub("-", "_", $$1); \
		print "COUNTER(" $$1 ")"; break } }' "$(M)/cpucycles/options" \
		> counters.inc
	@cd $(@D) && { $(TIMEOUT) $(CC) $(FLAGS) -c \
		$(foreach f,$(sort $(COMMON) $(TRY) $(MEASURE) $(WARDEN) doctor),"$(M)/$(f).c") \
		"$(M)"/cpucycles/*.c && \
		$(CC) -o doctor $(patsubst %,%.o,doctor $(COMMON) $(COUNTERS)) -lm && \
		$(CC) -o warden $(WARDEN:%=%.o); } \
		> log 2>&1; echo $$? > status

$(B)/cells/%/status: $(M)/subject.c $(M)/subject.h measure/build.mk
	@mkdir -p $(@D)
	@cd $(@D) && rm -f *.o try measure verdict && { \
		$(TIMEOUT) $(CC) $(DEFINES) -I"$(T)/$(STAGE)" -I"$(M)/include" -I"$(M)" \
		-c $(foreach f,$(SOURCES),"$(T)/$(STAGE)/$(f)") "$(M)/subject.c" && \
		$(CC) -o try $(TRY:%="$(T)/$(HARNESS)/%.o") *.o && \
		$(CC) -o measure \
		$(patsubst %,"$(T)/$(HARNESS)/%.o",$(MEASURE) $(COMMON) $(COUNTERS)) *.o -lm; } \
		> log 2>&1; echo $$? > status
	@echo cell $(@D)
